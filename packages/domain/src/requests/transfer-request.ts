import { z } from 'zod';
import { contactLimit } from '../accounts/contact-views.ts';
import {
  chosenPrivacySchema,
  classRangeSchema,
  personSchema,
  postingSchema,
  privacySettingsSchema,
  subjectNameSchema,
} from '../accounts/user.ts';
import { guardedFields } from '../accounts/who-sees.ts';
import {
  ADDITIONAL_INFO_MAXIMUM_LENGTH,
  DEFAULT_LIMIT,
  MAXIMUM_ACTIVE_REQUESTS,
  PUBLIC_MAXIMUM_LIMIT,
  REASON_MAXIMUM_LENGTH,
} from '../constants.ts';
import { paragraph, searchTextSchema } from '../language/text.ts';
import { sendForReviewSchema } from '../language/text-risks.ts';
import {
  inData,
  listPageSchema,
  numberOr,
  pageQuery,
  trueOrFalseSchema,
  wholeFrom,
  wholeListQuerySchema,
} from '../query-parameters.ts';
import { blockFits, blockNameSchema, districtNameSchema } from '../reference/place.ts';
import { ANY_BLOCK, blocksNamed } from '../reference/places.ts';
import { isTaughtAt } from '../reference/teaching.ts';
import { type FilterName, filterEntries, requestFilters } from './request-filters.ts';
import {
  contactPreferences,
  type RequestStatus,
  requestStatuses,
  urgencies,
} from './transfer-request-words.ts';

/** Additional place that the teacher would accept. */
const acceptablePlace = z
  .strictObject({ desiredDistrict: districtNameSchema, desiredBlock: blockNameSchema })
  .refine((place) => blockFits(place.desiredDistrict, place.desiredBlock, true), {
    error: 'block.unknown',
    path: ['desiredBlock'],
  });

interface Place {
  desiredDistrict: string;
  desiredBlock: string;
}

interface Places extends Place {
  alsoAcceptable: readonly Place[];
}

/** Refuses each additional place that equals the desired place or an earlier additional one. */
function refuseRepeatedPlaces(request: Places, context: z.RefinementCtx): void {
  for (const index of repeatedPlaces(request)) {
    const path = ['alsoAcceptable', index, 'desiredBlock'];
    context.addIssue({ code: 'custom', message: 'place.repeated', path });
  }
}

function repeatedPlaces(request: Places): number[] {
  const keys = [request, ...request.alsoAcceptable].map(({ desiredDistrict, desiredBlock }) =>
    JSON.stringify([desiredDistrict, desiredBlock]),
  );
  return keys.flatMap((key, index) => (keys.indexOf(key) < index ? [index - 1] : []));
}

/** Query of `GET /requests/my`. */
export const ownListQuerySchema = wholeListQuerySchema.extend({
  includeHidden: trueOrFalseSchema.optional().describe('True to list hidden requests too'),
});

/** `PATCH /requests/{id}/hidden`. */
export const hideRequestBodySchema = z
  .strictObject({ hidden: z.boolean() })
  .meta({ id: 'RequestVisibility' });

/** `PUT /requests/{id}/rank`. */
export const requestRankSchema = z
  .strictObject({
    rank: wholeFrom(1, MAXIMUM_ACTIVE_REQUESTS).describe(
      'Place among the active requests, 1 for the first choice; beyond their number the last',
    ),
  })
  .meta({ id: 'RequestRank' });

/** Number of active requests that lead to a district, and number that lead away from it. */
const districtDemand = z.strictObject({
  district: z.string(),
  coming: z.int().describe('Requests for a place here'),
  leaving: z.int().describe('Requests of teachers posted here'),
});

/** `GET /requests/map`: every district once. */
export const requestMapSchema = z
  .strictObject({ districts: z.array(districtDemand) })
  .meta({ id: 'RequestMap' });

export type RequestMap = z.infer<typeof requestMapSchema>;

export type { PrivacySettings } from '../accounts/user.ts';
export type { ContactPreference, RequestStatus, Urgency } from './transfer-request-words.ts';
export { nothingHidden, privacyKeys } from './transfer-request-words.ts';

/**
 * Transitions that an owner may make: agreed (pending), fell through (active), moved (completed), no longer looking
 * (withdrawn), looking again (active). A further one, active → expired, happens over time.
 */
const ownerSteps: Readonly<Record<RequestStatus, readonly RequestStatus[]>> = {
  active: ['pending', 'withdrawn'],
  pending: ['active', 'completed', 'withdrawn'],
  completed: [],
  withdrawn: ['active'],
  expired: ['active', 'withdrawn'],
  held: [],
};

/** Returns true if the owner may change a request from one status to the other. */
export function mayChangeStatus(from: RequestStatus, to: RequestStatus): boolean {
  return ownerSteps[from].includes(to);
}

/** Returns true if a request in this status can be renewed for 180 days. */
export function mayRenew(status: RequestStatus): boolean {
  return status === 'active' || status === 'expired';
}

/** Returns true if the owner may edit the wish of a request in this status. */
export function mayEdit(status: RequestStatus): boolean {
  return status === 'active' || status === 'held';
}

/** Actions that the owner may take on their request now. */
const ownerAbilities = z.strictObject({
  changeStatusTo: z.array(z.enum(requestStatuses)),
  renew: z.boolean(),
  edit: z.boolean(),
  delete: z.boolean(),
  hide: z
    .boolean()
    .describe('Hide from the own list: only a request completed by an agreement, which cannot be deleted'),
});

interface Circumstances {
  /** The owner has not paid although payment is required: they can close requests, but neither open nor change them. */
  isWithoutAccess?: boolean;
  /** The owner already works in the desired place, so the request cannot become active again. */
  isThere?: boolean;
  /** An agreement binds the request: its status changes only with the agreement. */
  isBound?: boolean;
  /** An agreement completed the request: it stays as a record of the swap. */
  isRecord?: boolean;
}

/** Returns the actions that the owner may take on a request in this status. */
export function ownerAbilitiesOf(
  status: RequestStatus,
  { isThere = false, isBound = false, isRecord = false, isWithoutAccess = false }: Circumstances = {},
): z.infer<typeof ownerAbilities> {
  if (isBound) return { changeStatusTo: [], renew: false, edit: false, delete: false, hide: isRecord };
  const isShut = isThere || isWithoutAccess;
  const steps = ownerSteps[status].filter((next) => !(isShut && next === 'active'));
  return {
    changeStatusTo: steps,
    renew: mayRenew(status) && !isShut,
    edit: mayEdit(status) && !isWithoutAccess,
    delete: !isRecord,
    hide: isRecord,
  };
}

/** Fields of a request that the teacher enters. */
const requestFields = {
  desiredDistrict: districtNameSchema,
  desiredBlock: blockNameSchema,
  subject: subjectNameSchema,
  classRange: classRangeSchema,
  reason: paragraph(1, REASON_MAXIMUM_LENGTH),
  urgency: z.enum(urgencies, { error: 'field.choice' }),
  contactPreference: z.enum(contactPreferences, { error: 'field.choice' }),
  additionalInfo: paragraph(1, ADDITIONAL_INFO_MAXIMUM_LENGTH),
};

/** `POST /requests`. */
export const newTransferRequestSchema = z
  .strictObject({
    ...requestFields,
    urgency: requestFields.urgency.default('medium'),
    contactPreference: requestFields.contactPreference
      .optional()
      .describe('Without it `email`. A stated one is stored with the account, and preselects later requests'),
    privacySettings: chosenPrivacySchema,
    alsoAcceptable: z
      .array(acceptablePlace)
      .max(MAXIMUM_ACTIVE_REQUESTS - 1, { error: 'field.invalid' })
      .default([])
      .describe('Other places: each becomes a request with the same contents; either all are posted or none'),
    sendForReview: sendForReviewSchema,
  })
  .refine((value) => blockFits(value.desiredDistrict, value.desiredBlock, true), {
    error: 'block.unknown',
    path: ['desiredBlock'],
  })
  .refine((value) => isTaughtAt(value.subject, value.classRange), {
    error: 'classRange.subject',
    path: ['classRange'],
  })
  .superRefine(refuseRepeatedPlaces)
  .meta({ id: 'NewTransferRequest' });

/** `PATCH /requests/{id}`: updates the given fields. A new district requires its block. */
export const requestEditSchema = z
  .strictObject({ ...requestFields, sendForReview: sendForReviewSchema })
  .partial()
  .meta({ id: 'RequestEdit' });

export type RequestEdit = z.output<typeof requestEditSchema>;

export type NewTransferRequest = z.output<typeof newTransferRequestSchema>;

const seenFieldsSchema = z.array(z.enum(guardedFields));

/** Transfer request as a viewer sees it. `additionalInfo` is only for viewers with access. */
export const transferRequestSchema = z
  .strictObject({
    _id: z.uuid(),
    user: personSchema,
    desiredDistrict: z.string(),
    desiredBlock: z.string().describe(`A block, or "${ANY_BLOCK}"`),
    subject: z.string(),
    classRange: z.string(),
    reason: z.string(),
    urgency: z.enum(urgencies),
    additionalInfo: z.string().optional(),
    contactPreference: z.enum(contactPreferences),
    status: z.enum(requestStatuses),
    privacySettings: privacySettingsSchema,
    createdAt: z.string(),
    expiresAt: z.string(),
    readyUntil: z
      .string()
      .nullable()
      .optional()
      .describe('Only for the owner: time until which they are ready to take the place'),
    acceptForMe: z.boolean().optional().describe('Only for the owner'),
    agreement: z
      .strictObject({ _id: z.uuid(), isFiled: z.boolean() })
      .nullable()
      .optional()
      .describe('Only for the owner: the agreement that binds it, and whether that was filed on the portal'),
    ownerAgreement: z
      .uuid()
      .nullable()
      .optional()
      .describe(
        'Only for the owner, not in lists of all teachers: the agreement that binds the owner by this or another request, so that no swap of this request can be proposed',
      ),
    isHidden: z.boolean().optional().describe('Only for the owner: hidden from their own list'),
    rank: z
      .int()
      .nullable()
      .optional()
      .describe('Only for the owner: 1 for the first choice among the active requests; null if never ranked'),
    can: ownerAbilities.optional().describe('Only for the owner'),
    seen: z
      .strictObject({
        byVisitors: seenFieldsSchema,
        addedForTeachers: seenFieldsSchema,
        addedForPartners: seenFieldsSchema,
      })
      .optional()
      .describe(
        'Only for the owner: the own fields that each kind of reader sees, visitors, signed-in teachers, and members of a swap that all agreed to',
      ),
    isMatch: z
      .boolean()
      .optional()
      .describe("Only for other teachers with access: the owner is one of the reader's matches"),
    distanceKm: z
      .int()
      .nullable()
      .optional()
      .describe(
        'Only for other teachers with access: approximate distance in a straight line between the postings of the owner and the reader; null if unknown',
      ),
  })
  .meta({ id: 'TransferRequest' });

export type TransferRequest = z.infer<typeof transferRequestSchema>;

/** `PATCH /requests/{id}/status`: a teacher whose transfer is complete states their new place. */
export const statusChangeSchema = z
  .strictObject({
    status: z.enum(requestStatuses, { error: 'field.choice' }),
    newPosting: postingSchema
      .optional()
      .describe('With `completed`; otherwise the desired block of the request'),
  })
  .refine(({ status, newPosting }) => newPosting === undefined || status === 'completed', {
    error: 'field.unknown',
    path: ['newPosting'],
  })
  .meta({ id: 'StatusChange' });

export type StatusChange = z.output<typeof statusChangeSchema>;

/** Response of every call that changes one request. */
export const changedRequestSchema = inData(z.strictObject({ request: transferRequestSchema }));

type FilterSchema = z.ZodOptional<z.ZodType<string | undefined, string | undefined>>;

/** Schema of a filter of the query. An empty value counts as absent. */
function optionalFilter(name: FilterName): FilterSchema {
  const given = z.union([z.literal('').transform(() => undefined), filterSchema(name)]);
  return given.optional().describe(requestFilters[name].about);
}

const filterSchemas = Object.fromEntries(
  filterEntries.map(([name]) => [name, optionalFilter(name)]),
  // `Object.fromEntries` types its keys as any string; these are the names of the table.
) as Record<FilterName, FilterSchema>;

function filterSchema(name: FilterName): z.ZodType<string, string> {
  const filter = requestFilters[name];
  switch (filter.kind) {
    case 'words':
      return searchTextSchema;
    case 'choice':
      return z.enum(filter.options);
    case 'district':
      return districtNameSchema;
    case 'block':
      return z.string();
  }
}

/** Query of `GET /requests`: see `request-filters.ts`. */
export const listQuerySchema = listQueryOf(pageQuery.limit);

export type ListQuery = z.output<typeof listQuerySchema>;

/** Query of `GET /requests/public`: as of `GET /requests`, with shorter pages. */
export const publicListQuerySchema = listQueryOf(
  numberOr(DEFAULT_LIMIT, PUBLIC_MAXIMUM_LIMIT, 'Rows on a page'),
);

function listQueryOf(limit: typeof pageQuery.limit) {
  return z
    .strictObject({
      ...pageQuery,
      limit,
      ...filterSchemas,
    })
    .superRefine((query, context) => {
      for (const [name, filter] of filterEntries) {
        if (filter.kind !== 'block' || blockExists(query[filter.within], query[name], filter.acceptsAnyBlock))
          continue;
        context.addIssue({ code: 'custom', message: 'block.unknown', path: [name] });
      }
    });
}

function blockExists(
  district: string | undefined,
  block: string | undefined,
  acceptsAnyBlock: boolean,
): boolean {
  if (block === undefined) return true;
  if (block === ANY_BLOCK) return acceptsAnyBlock;
  return district === undefined ? blocksNamed(block).length > 0 : blockFits(district, block, acceptsAnyBlock);
}

/** Corrected words of a search without results. */
const searchedFor = z
  .strictObject({ words: z.string().describe('The corrected words that were searched') })
  .meta({ id: 'SearchedFor' });

export type SearchedFor = z.infer<typeof searchedFor>;

export const requestListSchema = listPageSchema({
  requests: z.array(transferRequestSchema),
  ...contactLimit,
  searchedFor: searchedFor.optional().describe('Absent if the words were searched as typed'),
}).meta({ id: 'RequestList' });

export type RequestList = z.infer<typeof requestListSchema>;
