import { MAXIMUM_ACTIVE_REQUESTS } from '@mutual-transfer/domain/constants';
import type { RequestStatus } from '@mutual-transfer/domain/requests/transfer-request';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database, RequestRow, UserRow } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { workThrough } from '../platform/repeat-work.ts';
import { lockMembers } from './lock-members.ts';
import { refreshProjections } from './projections.ts';

const AT_ONCE = 500;

/**
 * Expires the requests whose 180 days are over.
 *
 * @throws {AggregateError} with the errors of the teachers whose requests could not be changed, after all others.
 */
export async function expireRequests(db: Kysely<Database>, now: Date): Promise<void> {
  const due = await db
    .selectFrom('requests')
    .select('user_id')
    .where('status', '=', 'active')
    .where('expires_at', '<=', now)
    // Without this order PostgreSQL scans all active requests, because it assumes that expired ones are as frequent among them as overall.
    .orderBy('expires_at')
    .limit(AT_ONCE)
    .execute();
  await changeRequestsOf(db, due, (transaction, userId) =>
    transaction
      .updateTable('requests')
      .set({ status: 'expired' })
      .where('user_id', '=', userId)
      .where('status', '=', 'active')
      .where('expires_at', '<=', now)
      .execute(),
  );
}

/**
 * Corrects requests that were posted while the clock of the database was ahead: sets their time of posting to now, and their expiry back by
 * the same time.
 *
 * @throws {AggregateError} with the errors of the teachers whose requests could not be changed, after all others.
 */
export async function resetFutureRequests(db: Kysely<Database>, now: Date): Promise<void> {
  const early = await db
    .selectFrom('requests')
    .select('user_id')
    .where('created_at', '>', now)
    .limit(AT_ONCE)
    .execute();
  await changeRequestsOf(db, early, (transaction, userId) =>
    transaction
      .updateTable('requests')
      .set((request) => ({
        created_at: now,
        expires_at: sql<Date>`${request.ref('expires_at')} - (${request.ref('created_at')} - ${now}::timestamptz)`,
      }))
      .where('user_id', '=', userId)
      .where('created_at', '>', now)
      .execute(),
  );
}

/** Changes the requests of these teachers, one transaction per teacher. */
function changeRequestsOf(
  db: Kysely<Database>,
  owners: readonly { user_id: string }[],
  change: (transaction: Transaction<Database>, userId: string) => Promise<unknown>,
): Promise<void> {
  const ids = new Set(owners.map(({ user_id }) => user_id));
  return workThrough([...ids], (userId) =>
    db.transaction().execute(async (transaction) => {
      const held = await lockMembers(transaction, [userId]);
      // The account may have been erased meanwhile, with all its requests.
      if (held.length === 0) return;
      await change(transaction, userId);
      await refreshProjections(transaction, userId);
    }),
  );
}

/** Reason why a request cannot be active: it asks for the teacher's own block, exceeds the limit, or repeats another active request. */
type Hindrance = 'own_place' | 'limit' | 'repeated';

type Wish = Pick<RequestRow, 'id' | 'desired_district' | 'desired_block' | 'subject' | 'class_range'>;
type Owner = Pick<UserRow, 'id' | 'block'>;

/**
 * Returns the reason why a request of this person cannot become active, or `undefined`. A request that becomes active again, by its owner,
 * by an administrator or because an agreement broke, must meet the conditions of a new one. The caller has locked the person's row.
 */
export async function activationObstacle(
  transaction: Transaction<Database>,
  owner: Owner,
  wish: Wish,
): Promise<Hindrance | undefined> {
  if (wish.desired_block !== null && wish.desired_block === owner.block) return 'own_place';
  const others = (await countedRequests(transaction, owner.id)).filter(({ id }) => id !== wish.id);
  if (others.length >= MAXIMUM_ACTIVE_REQUESTS) return 'limit';
  return others.some((other) => other.status === 'active' && isSameWish(other, wish))
    ? 'repeated'
    : undefined;
}

/** @throws {AppError} `status_step`, `too_many_requests_active` or `request_duplicate` if the request cannot become active. */
export async function refuseHindered(
  transaction: Transaction<Database>,
  owner: Owner,
  wish: Wish,
): Promise<void> {
  const hindrance = await activationObstacle(transaction, owner, wish);
  if (hindrance === 'own_place') throw new AppError('status_step');
  if (hindrance === 'limit') throw tooMany();
  if (hindrance === 'repeated') throw new AppError('request_duplicate');
}

/** @throws {AppError} `too_many_requests_active` if a person with these requests would have too many after adding this many. */
export function refuseBeyondLimit(requests: readonly Pick<RequestRow, 'status'>[], added: number): void {
  const counted = requests.filter(({ status }) => countedStatuses.includes(status));
  if (counted.length + added > MAXIMUM_ACTIVE_REQUESTS) throw tooMany();
}

function isSameWish(first: Wish, second: Wish): boolean {
  return (
    first.desired_district === second.desired_district &&
    first.desired_block === second.desired_block &&
    first.subject === second.subject &&
    first.class_range === second.class_range
  );
}

function tooMany(): AppError {
  return new AppError('too_many_requests_active', { values: { maximum: MAXIMUM_ACTIVE_REQUESTS } });
}

/** Statuses of requests that count towards the limit: active requests, and those that wait for an administrator. */
const countedStatuses: readonly RequestStatus[] = ['active', 'held'];

/** Returns a person's requests that count towards the limit of active requests. */
function countedRequests(transaction: Transaction<Database>, userId: string) {
  return transaction
    .selectFrom('requests')
    .select(['id', 'status', 'desired_district', 'desired_block', 'subject', 'class_range'])
    .where('user_id', '=', userId)
    .where('status', 'in', countedStatuses)
    .execute();
}
