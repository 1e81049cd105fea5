import type { Transaction } from 'kysely';
import type { Database, RequestRow } from '../database/schema.ts';
import { hindranceOf } from '../members/hindrances.ts';
import { refreshProjections } from '../privacy/projections.ts';
import type { WholeAgreement } from './locked-agreement.ts';

/** Offers the requests of a broken agreement again, or withdraws those that may not be active. */
export async function freeRequests(
  transaction: Transaction<Database>,
  { members }: WholeAgreement,
): Promise<void> {
  for (const { request_id, user_id } of members) {
    if (request_id === null || user_id === null) continue;
    const request = await transaction
      .selectFrom('requests')
      .selectAll()
      .where('id', '=', request_id)
      .where('status', '=', 'pending')
      .executeTakeFirst();
    if (request === undefined) continue;
    const status = (await mayBeActive(transaction, request)) ? 'active' : 'withdrawn';
    await transaction.updateTable('requests').set({ status }).where('id', '=', request_id).execute();
    await refreshProjections(transaction, user_id);
  }
}

async function mayBeActive(transaction: Transaction<Database>, request: RequestRow): Promise<boolean> {
  const owner = await transaction
    .selectFrom('users')
    .select(['id', 'block'])
    .where('id', '=', request.user_id)
    .executeTakeFirstOrThrow();
  return (await hindranceOf(transaction, owner, request)) === undefined;
}
