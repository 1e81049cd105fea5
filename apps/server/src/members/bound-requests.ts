import { READY_TIME } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../database/tables.ts';
import { AppError } from '../errors.ts';
import { refuseStale } from '../http/turns/owner-tags.ts';
import { hindranceOf } from './hindrances.ts';
import { forgetLeftPlaces } from './left-places.ts';
import { lockOwnRequest, type OwnRequest } from './lock-members.ts';
import { requestTag } from './owner-tags.ts';
import { refreshProjections } from './projections.ts';

/**
 * Sets active requests to `pending`, so that lists do not show them while their agreement waits for the department. The caller has locked
 * their owners.
 */
export async function bindRequests(
  transaction: Transaction<Database>,
  requests: readonly OwnRequest[],
): Promise<void> {
  for (const request of requests) await setStatus(transaction, request, { from: 'active', to: 'pending' });
}

/**
 * Completes the requests of an agreement whose transfers are done. `moveMember` has already completed the requests of members whose joining
 * it recorded; this completes those that are still pending. The caller has locked their owners.
 */
export async function completeRequests(
  transaction: Transaction<Database>,
  requests: readonly OwnRequest[],
): Promise<void> {
  for (const request of requests) {
    await setStatus(transaction, request, { from: 'pending', to: 'completed' });
  }
  await forgetLeftPlaces(transaction, idsOf(requests));
}

/** Reactivates the requests of a broken agreement, or withdraws those that cannot be active. The caller has locked their owners. */
export async function releaseRequests(
  transaction: Transaction<Database>,
  requests: readonly OwnRequest[],
): Promise<void> {
  for (const request of requests) await releaseRequest(transaction, request);
  await forgetLeftPlaces(transaction, idsOf(requests));
}

function idsOf(requests: readonly OwnRequest[]): string[] {
  return requests.map(({ id }) => id);
}

/** Activates a pending request, or withdraws it if it cannot be active. The caller has locked its owner. */
export async function releaseRequest(
  transaction: Transaction<Database>,
  { userId, id }: OwnRequest,
): Promise<void> {
  const owner = await transaction
    .selectFrom('users')
    .select(['id', 'block'])
    .where('id', '=', userId)
    .executeTakeFirst();
  const request = await transaction
    .selectFrom('requests')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  if (owner === undefined || request === undefined) return;
  const isFree = (await hindranceOf(transaction, owner, request)) === undefined;
  await setStatus(transaction, { userId, id }, { from: 'pending', to: isFree ? 'active' : 'withdrawn' });
}

async function setStatus(
  transaction: Transaction<Database>,
  { userId, id }: OwnRequest,
  { from, to }: { from: 'active' | 'pending'; to: 'active' | 'pending' | 'completed' | 'withdrawn' },
): Promise<void> {
  await transaction
    .updateTable('requests')
    .set({ status: to })
    .where('id', '=', id)
    .where('status', '=', from)
    .execute();
  await refreshProjections(transaction, userId);
}

interface Readiness {
  readonly ready: boolean;
  readonly acceptForMe?: boolean | undefined;
}

/**
 * Marks a teacher as ready to take the place that the request asks for, for 30 days from now, or ends the readiness.
 *
 * @throws {AppError} `changed_meanwhile`; `not_found` if the request does not exist or belongs to another teacher; `status_step` if the
 *   teacher becomes ready while the request is not active.
 */
export function setReadiness(
  db: Kysely<Database>,
  own: OwnRequest,
  { ready, acceptForMe, ifMatch }: Readiness & { readonly ifMatch: string | undefined },
  now: Date,
): Promise<void> {
  const ready_until = ready ? new Date(now.getTime() + READY_TIME) : null;
  const accept_for_me = ready ? acceptForMe : false;
  return db.transaction().execute(async (transaction) => {
    const { request } = await lockOwnRequest(transaction, own);
    refuseStale(ifMatch, requestTag(request));
    if (ready && request.status !== 'active') throw new AppError('status_step');
    await transaction
      .updateTable('requests')
      .set({ ready_until, ...(accept_for_me === undefined ? {} : { accept_for_me }) })
      .where('id', '=', own.id)
      .execute();
  });
}

export async function endReadiness(
  transaction: Transaction<Database>,
  requestIds: readonly string[],
): Promise<void> {
  if (requestIds.length === 0) return;
  await transaction
    .updateTable('requests')
    .set({ ready_until: null, accept_for_me: false })
    .where('id', 'in', requestIds)
    .execute();
}

/** Switches "accept for me" off in every request of these teachers. */
export async function stopAcceptingFor(
  transaction: Transaction<Database>,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  await transaction
    .updateTable('requests')
    .set({ accept_for_me: false })
    .where('accept_for_me', '=', true)
    .where('user_id', 'in', userIds)
    .execute();
}
