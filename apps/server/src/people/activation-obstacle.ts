import { MAXIMUM_ACTIVE_REQUESTS } from '@mutual-transfer/domain/constants';
import type { RequestStatus } from '@mutual-transfer/domain/requests/transfer-request';
import type { Transaction } from 'kysely';
import type { Database, RequestRow, UserRow } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';

/** Statuses of requests that count towards the limit: active requests, and those that wait for an administrator. */
const countedStatuses: readonly RequestStatus[] = ['active', 'held'];

/** Reason why a request cannot be active: it asks for the teacher's own block, exceeds the limit, or repeats another active request. */
type Obstacle = 'own_place' | 'limit' | 'repeated';

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
): Promise<Obstacle | undefined> {
  if (wish.desired_block !== null && wish.desired_block === owner.block) return 'own_place';
  const others = (await countedRequests(transaction, owner.id)).filter(({ id }) => id !== wish.id);
  if (others.length >= MAXIMUM_ACTIVE_REQUESTS) return 'limit';
  return others.some((other) => other.status === 'active' && isSameWish(other, wish))
    ? 'repeated'
    : undefined;
}

/** @throws {AppError} `status_step`, `too_many_requests_active` or `request_duplicate` if the request cannot become active. */
export async function refuseImpossibleActivation(
  transaction: Transaction<Database>,
  owner: Owner,
  wish: Wish,
): Promise<void> {
  const obstacle = await activationObstacle(transaction, owner, wish);
  if (obstacle === 'own_place') throw new AppError('status_step');
  if (obstacle === 'limit') throw tooMany();
  if (obstacle === 'repeated') throw new AppError('request_duplicate');
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

/** Returns a person's requests that count towards the limit of active requests. */
function countedRequests(transaction: Transaction<Database>, userId: string) {
  return transaction
    .selectFrom('requests')
    .select(['id', 'status', 'desired_district', 'desired_block', 'subject', 'class_range'])
    .where('user_id', '=', userId)
    .where('status', 'in', countedStatuses)
    .execute();
}
