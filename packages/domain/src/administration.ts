import { z } from 'zod';
import { IMPERSONATION_REASON_MAXIMUM_LENGTH, SEARCH_MAXIMUM_LENGTH } from './constants.ts';
import { newPassword } from './credentials.ts';
import { pageQuery, pagination, wholeNumber } from './pagination.ts';
import { line } from './text.ts';
import { account, person, session } from './user.ts';

const search = line(0, SEARCH_MAXIMUM_LENGTH).optional();

/** Rows of match pairs on a page. */
export const PAIRS_A_PAGE = 5;

/** The query of `GET /admin/users` and `GET /admin/paid-users`. */
export const peopleQuery = z.strictObject({ ...pageQuery, search });

/** `GET /admin/users` and `GET /admin/paid-users`: teachers as an administrator sees them, whole. */
export const peopleList = z.strictObject({ users: z.array(account), pagination });

export type PeopleList = z.infer<typeof peopleList>;

/** `GET /admin/stats`. */
export const adminStats = z
  .strictObject({
    totalUsers: z.int().describe('Teachers'),
    activeRequests: z.int(),
    completedTransfers: z.int(),
    inactiveUsers: z.int(),
    paidUsers: z.int(),
    pendingRequests: z.int(),
  })
  .meta({ id: 'AdminStats' });

export type AdminStats = z.infer<typeof adminStats>;

/** The query of `GET /admin/matches`. */
export const pairsQuery = z.strictObject({
  perfectSearch: search,
  potentialSearch: search,
  perfectPage: pageQuery.page,
  potentialPage: pageQuery.page,
  limit: wholeNumber(1, 100).default(PAIRS_A_PAGE),
});

/** Two teachers who can take each other's place. */
export const perfectPair = z.strictObject({ userA: person, userB: person });

/** The target works where the requestor wants to go, and not the other way round. */
export const potentialPair = z.strictObject({ requestor: person, target: person });

/** `GET /admin/matches`. */
export const pairLists = z
  .strictObject({
    perfectMatches: z.array(perfectPair),
    potentialMatches: z.array(potentialPair),
    perfectPagination: pagination,
    potentialPagination: pagination,
  })
  .meta({ id: 'PairLists' });

export type PairLists = z.infer<typeof pairLists>;

/** `PUT /admin/users/{id}/password`. */
export const passwordReset = z.strictObject({ newPassword }).meta({ id: 'PasswordReset' });

/** `POST /admin/impersonate/{id}`: the reason is written to the audit log. */
export const impersonationRequest = z
  .strictObject({ reason: line(0, IMPERSONATION_REASON_MAXIMUM_LENGTH).optional() })
  .nullish()
  .meta({ id: 'ImpersonationRequest' });

/** The target's session, marked with the administrator behind it. */
export const impersonation = session
  .extend({ impersonatedBy: z.strictObject({ _id: z.uuid(), name: z.string() }) })
  .meta({ id: 'Impersonation' });

export type Impersonation = z.infer<typeof impersonation>;

/** `GET /admin/audit`: who did what to whom, newest first. */
export const auditQuery = z.strictObject({
  ...pageQuery,
  action: line(0, 80).optional(),
  person: z.uuid().optional(),
});

export const auditEntry = z
  .strictObject({
    _id: z.uuid(),
    happenedAt: z.string(),
    actor: z.string(),
    impersonator: z.string().nullable(),
    action: z.string(),
    subject: z.string().nullable(),
    address: z.string(),
    details: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditEntry' });

export const auditList = z.strictObject({ entries: z.array(auditEntry), pagination });

export type AuditList = z.infer<typeof auditList>;
