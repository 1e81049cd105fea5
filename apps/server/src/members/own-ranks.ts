import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { AppError } from '../errors.ts';
import { refuseStale } from '../http/turns/owner-tags.ts';
import { lockOwnRequest, type OwnRequest } from './lock-members.ts';
import { requestTag } from './owner-tags.ts';

/**
 * Sets the rank of an active request among the active requests of its owner; 1 is the first choice. The other requests keep their order:
 * ranked ones first, then the others from newest to oldest.
 *
 * @throws {AppError} `not_found` if the request does not exist or belongs to another teacher; `changed_meanwhile`; `status_step` for a
 *   request that is not active.
 */
export function rankRequest(
  db: Kysely<Database>,
  own: OwnRequest,
  { rank, ifMatch }: { readonly rank: number; readonly ifMatch: string | undefined },
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const { request } = await lockOwnRequest(transaction, own);
    refuseStale(ifMatch, requestTag(request));
    if (request.status !== 'active') throw new AppError('status_step');
    const others = await transaction
      .selectFrom('requests')
      .select('id')
      .where('user_id', '=', own.userId)
      .where('status', '=', 'active')
      .where('id', '<>', own.id)
      .orderBy('own_rank', (order) => order.asc().nullsLast())
      .orderBy('id', 'desc')
      .execute();
    const order = others.map(({ id }) => id).toSpliced(rank - 1, 0, own.id);
    await transaction
      .updateTable('requests')
      .set({ own_rank: sql<number>`array_position(${order}::uuid[], id)` })
      .where('id', 'in', order)
      .where(sql<boolean>`own_rank is distinct from array_position(${order}::uuid[], id)`)
      .execute();
  });
}
