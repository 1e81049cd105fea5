import { z } from 'zod';
import { contactLimit } from '../accounts/contact-views.ts';
import { personSchema } from '../accounts/user.ts';
import { RINGS_SHOWN } from '../constants.ts';
import { ANY_BLOCK } from '../reference/places.ts';
import { shareCodeSchema } from '../shares/share.ts';
import { planReasons } from './plan.ts';

export { RINGS_SHOWN } from '../constants.ts';

/** Minimum length of the rings shown. Pairs are shown as matches. */
export const SHORTEST_SHOWN_RING = 3;

/** Block, by its English name and that of its district. */
const place = z.strictObject({ district: z.string(), block: z.string() });

/** Teacher in a ring, presented like a match with the same rules of privacy and payment. */
export const ringMemberSchema = z
  .strictObject({
    user: personSchema.describe('The wish is that of the request in the ring'),
    requestId: z.uuid(),
    movesTo: place.describe('Posting of the next member; for the last member, the posting of the first'),
    distanceKm: z
      .int()
      .nullable()
      .describe('Approximate distance of that move in a straight line; null if unknown'),
    waitingSince: z.string().describe('Time at which the request was posted'),
  })
  .meta({ id: 'RingMember' });

export type RingMember = z.infer<typeof ringMemberSchema>;

/** Teachers in order, the reader first: each moves into the next one's place, and the last into the reader's. */
export const ringSchema = z
  .strictObject({
    length: z.int().min(SHORTEST_SHOWN_RING),
    members: z.array(ringMemberSchema),
    requests: z.array(z.uuid()).describe('Requests for `POST /agreements`'),
  })
  .meta({ id: 'Ring' });

export type Ring = z.infer<typeof ringSchema>;

/** `GET /requests/{id}/rings`: the best rings, shortest first, then those with the longest waiting time. */
export const ringListSchema = z.strictObject({
  rings: z.array(ringSchema),
  total: z.int().describe(`Number of rings in the answer; the search ends at ${RINGS_SHOWN}`),
  ...contactLimit,
});

export type RingList = z.infer<typeof ringListSchema>;

/** Effect of one additional wish alone. */
export const wishAdviceSchema = z
  .strictObject({
    desiredDistrict: z.string(),
    desiredBlock: z.string().describe(`A block, or "${ANY_BLOCK}"`),
    pairs: z.int().describe('Number of direct swaps'),
    rings: z.int().describe('Rings of three or more; 10 stands for ten or more'),
    shortest: z.int().describe('Teachers in the shortest ring; 2 for a pair'),
  })
  .meta({ id: 'WishAdvice' });

export type WishAdvice = z.infer<typeof wishAdviceSchema>;

/** Profile of one additional teacher who would close a ring through the request. Names no teacher. */
export const missingPersonSchema = z
  .strictObject({
    from: place.describe('Posting of the missing teacher'),
    to: place.describe('Place to which the missing teacher would want to move'),
    length: z.int().describe('Teachers in the ring, the missing one included'),
    share: shareCodeSchema.describe('Code of the shared link that seeks this teacher'),
  })
  .meta({ id: 'MissingPerson' });

export type MissingPerson = z.infer<typeof missingPersonSchema>;

/**
 * Explanation why there is no swap yet. The first four numbers equal those of the list of matches: each match counts
 * in one of the four, by its best offer.
 */
export const whyNothingYetSchema = z
  .strictObject({
    directSwaps: z
      .int()
      .describe('Perfect matches: they can take the place of the reader, and the reader theirs'),
    directSwapsVerified: z.int().describe('Perfect matches whose name and phone number are verified'),
    sameDistricts: z
      .int()
      .describe(
        'Teachers who want the reader’s district and work in the district that the reader wants, but whose blocks do not both fit',
      ),
    wantsYourPlace: z
      .int()
      .describe(
        'Teachers who want the reader’s district and work outside the district that the reader wants',
      ),
    worksThere: z
      .int()
      .describe(
        'Teachers who work in the district that the reader wants, and want another district than the reader’s',
      ),
    shortest: z.int().nullable().describe('Teachers in the shortest ring or pair; null when there is none'),
    plannedTeachers: z
      .int()
      .nullable()
      .describe(
        'Teachers of the request’s subject, class level and category in the latest plan; null without a plan',
      ),
    plannedMoved: z
      .int()
      .nullable()
      .describe('Number of `plannedTeachers` that the plan moves; null without a plan'),
    planReason: z
      .enum(planReasons)
      .nullable()
      .describe(
        'Reason why the latest nightly plan moves the reader or not; null if the reader was not part of it',
      ),
  })
  .meta({ id: 'WhyNothingYet' });

export type WhyNothingYet = z.infer<typeof whyNothingYetSchema>;

/**
 * Advice to state a category, because rings do not cross categories. It is independent of the categories of other teachers, so that no
 * category can be inferred from it (docs/security.md).
 */
const categoryAdvice = z
  .strictObject({
    shortest: z.int().describe('Teachers in the shortest ring or pair if all teachers had the same category'),
  })
  .meta({ id: 'CategoryAdvice' });

/** Requirement of the day's rules on a teacher's service, if it excludes them from swaps. */
const serviceAdvice = z
  .strictObject({
    years: z.int().describe('Years at the present school that the rules require'),
    joinedOn: z
      .string()
      .nullable()
      .describe('Null if not stated; the teacher then cannot say yes to a proposal'),
    servedOn: z
      .string()
      .nullable()
      .describe(
        'First day on which the service is long enough; until then there are no matches and no rings',
      ),
  })
  .meta({ id: 'ServiceAdvice' });

export type ServiceAdvice = z.infer<typeof serviceAdvice>;

/** `GET /requests/{id}/advice`. Empty for a request that is not active. */
export const ringAdviceSchema = z
  .strictObject({
    oneMoreWish: z.array(wishAdviceSchema).describe('The best few blocks, then the best few whole districts'),
    onePersonMissing: z.array(missingPersonSchema).describe('Most likely first'),
    whyNothingYet: whyNothingYetSchema.nullable(),
    service: serviceAdvice
      .nullable()
      .describe('Null if the teacher has served long enough, or if no rule requires service'),
    statingCategory: categoryAdvice
      .nullable()
      .describe('Null if the teacher stated a category, or if there would be no ring'),
  })
  .meta({ id: 'RingAdvice' });

export type RingAdvice = z.infer<typeof ringAdviceSchema>;
