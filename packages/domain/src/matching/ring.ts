import { z } from 'zod';
import { contactLimit } from '../accounts/contact-views.ts';
import { person } from '../accounts/user.ts';
import { RINGS_SHOWN } from '../constants.ts';
import { ANY_BLOCK } from '../reference/places.ts';
import { shareCode } from '../shares/share.ts';
import { planReasons } from './plan-reasons.ts';

export { RINGS_SHOWN } from '../constants.ts';

/** Minimum length of the rings shown. Pairs are shown as matches. */
export const SHORTEST_SHOWN_RING = 3;

/** Block, by its English name and that of its district. */
const place = z.strictObject({ district: z.string(), block: z.string() });

/** Teacher in a ring, presented like a match with the same rules of privacy and payment. */
export const ringMember = z
  .strictObject({
    user: person.describe('Their wish is that of the request by which they are in the ring'),
    requestId: z.uuid(),
    movesTo: place.describe('The posting of the next member; of the first one, for the last'),
    distanceKm: z
      .int()
      .nullable()
      .describe('About how far that is, in a straight line; null where it is not known'),
    waitingSince: z.string().describe('Time at which the request was posted'),
  })
  .meta({ id: 'RingMember' });

export type RingMember = z.infer<typeof ringMember>;

/** Teachers in order, the reader first: each moves into the next one's place, and the last into the reader's. */
export const ring = z
  .strictObject({
    length: z.int().min(SHORTEST_SHOWN_RING),
    members: z.array(ringMember),
    requests: z.array(z.uuid()).describe('Requests for `POST /agreements`'),
  })
  .meta({ id: 'Ring' });

export type Ring = z.infer<typeof ring>;

/** `GET /requests/{id}/rings`: the best rings, shortest first, then those with the longest waiting time. */
export const ringList = z.strictObject({
  rings: z.array(ring),
  total: z.int().describe(`Number of rings in the answer; the search ends at ${RINGS_SHOWN}`),
  ...contactLimit,
});

export type RingList = z.infer<typeof ringList>;

/** Effect of one additional wish alone. */
export const wishAdvice = z
  .strictObject({
    desiredDistrict: z.string(),
    desiredBlock: z.string().describe(`A block, or "${ANY_BLOCK}"`),
    pairs: z.int().describe('Teachers to swap with at once'),
    rings: z.int().describe('Rings of three or more; 10 stands for ten or more'),
    shortest: z.int().describe('Teachers in the shortest of them, 2 for a pair'),
  })
  .meta({ id: 'WishAdvice' });

export type WishAdvice = z.infer<typeof wishAdvice>;

/** Profile of one additional teacher who would close a ring through the request. Names no teacher. */
export const missingPerson = z
  .strictObject({
    from: place.describe('Posting of the missing teacher'),
    to: place.describe('Place to which the missing teacher would want to move'),
    length: z.int().describe('Teachers in the ring, the missing one included'),
    leavingFrom: z.int().describe('Number of teachers posted there who want to leave'),
    wantingTo: z.int().describe('Number of teachers who want to move there'),
    share: shareCode.describe('The code of the link that seeks this teacher'),
  })
  .meta({ id: 'MissingPerson' });

export type MissingPerson = z.infer<typeof missingPerson>;

/**
 * Explanation why there is no swap yet. The first four numbers equal those of the list of matches: each match counts
 * in one of the four, by its best offer.
 */
export const whyNothingYet = z
  .strictObject({
    directSwaps: z
      .int()
      .describe('Perfect matches: they can take the place of the reader, and the reader theirs'),
    directSwapsVerified: z.int().describe('Those among them whose name and phone number are verified'),
    sameDistricts: z
      .int()
      .describe('They and the reader want the district of each other, but not both blocks'),
    wantsYourPlace: z.int().describe('They want the district of the reader and work elsewhere'),
    worksThere: z.int().describe('They work in the district the reader wants, and want another one'),
    shortest: z.int().nullable().describe('Teachers in the shortest ring or pair; null when there is none'),
    plannedTeachers: z
      .int()
      .nullable()
      .describe('Teachers of that subject, class level and category in the latest plan; null without one'),
    plannedMoved: z.int().nullable().describe('Number of them that the plan moves; null without a plan'),
    planReason: z
      .enum(planReasons)
      .nullable()
      .describe(
        'Reason why the latest nightly plan moves the reader or not; null if the reader was not part of it',
      ),
  })
  .meta({ id: 'WhyNothingYet' });

export type WhyNothingYet = z.infer<typeof whyNothingYet>;

/**
 * Advice to state a category, because rings do not cross categories. It is independent of the categories of other teachers, so that no
 * category can be inferred from it (docs/security.md).
 */
const categoryAdvice = z
  .strictObject({
    shortest: z
      .int()
      .describe(
        'Teachers in the shortest ring or pair there would be if all who could be in it had one category',
      ),
  })
  .meta({ id: 'CategoryAdvice' });

/** Requirement of the day's rules on a teacher's service, if it excludes them from swaps. */
const serviceAdvice = z
  .strictObject({
    years: z.int().describe('At the present school'),
    joinedOn: z.string().nullable().describe('Null: not stated, which keeps from saying yes to a proposal'),
    servedOn: z
      .string()
      .nullable()
      .describe('From this day on it is long enough; until then there are no matches and no rings'),
  })
  .meta({ id: 'ServiceAdvice' });

export type ServiceAdvice = z.infer<typeof serviceAdvice>;

/** `GET /requests/{id}/advice`. Empty for a request that is not active. */
export const ringAdvice = z
  .strictObject({
    oneMoreWish: z.array(wishAdvice).describe('The best few blocks, then the best few whole districts'),
    onePersonMissing: z.array(missingPerson).describe('The likeliest first'),
    whyNothingYet: whyNothingYet.nullable(),
    service: serviceAdvice
      .nullable()
      .describe('Null for those who have served long enough, or where no rule asks'),
    statingCategory: categoryAdvice
      .nullable()
      .describe('Null for those who stated theirs, and where there would be no ring'),
  })
  .meta({ id: 'RingAdvice' });

export type RingAdvice = z.infer<typeof ringAdvice>;
