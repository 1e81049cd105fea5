import type { Transaction } from 'kysely';
import type { Database, RequestRow } from '../database/schema.ts';
import { refreshProjections } from '../privacy/projections.ts';
import type { WholeAgreement } from './locked-agreement.ts';

/** The requests of a broken agreement are offered again, as far as their teachers still could post them. */
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
    const status = (await couldBePosted(transaction, request)) ? 'active' : 'withdrawn';
    await transaction.updateTable('requests').set({ status }).where('id', '=', request_id).execute();
    await refreshProjections(transaction, user_id);
  }
}

/** Not where the teacher works in that place now, or has posted the same wish meanwhile. */
async function couldBePosted(transaction: Transaction<Database>, request: RequestRow): Promise<boolean> {
  const hindered = await transaction
    .selectFrom('users')
    .select('users.id')
    .where('users.id', '=', request.user_id)
    .where((row) =>
      row.or([
        row('block', '=', request.desired_block),
        row.exists(
          row
            .selectFrom('requests')
            .select('requests.id')
            .where('requests.user_id', '=', request.user_id)
            .where('status', '=', 'active')
            .where('requests.desired_district', '=', request.desired_district)
            .where('requests.desired_block', 'is not distinct from', request.desired_block)
            .where('requests.subject', '=', request.subject)
            .where('requests.class_range', '=', request.class_range),
        ),
      ]),
    )
    .executeTakeFirst();
  return hindered === undefined;
}
