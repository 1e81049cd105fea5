import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { refreshProjections } from '../privacy/projections.ts';
import type { WholeAgreement } from './locked-agreement.ts';

/** The members' requests leave the lists: they wait for the department now. */
export async function bindRequests(
  transaction: Transaction<Database>,
  agreement: WholeAgreement,
): Promise<void> {
  await setStatus(transaction, agreement, 'pending');
}

export async function completeRequests(
  transaction: Transaction<Database>,
  agreement: WholeAgreement,
): Promise<void> {
  await setStatus(transaction, agreement, 'completed');
}

async function setStatus(
  transaction: Transaction<Database>,
  { members }: WholeAgreement,
  status: 'pending' | 'completed',
): Promise<void> {
  const from = status === 'pending' ? 'active' : 'pending';
  for (const { request_id, user_id } of members) {
    if (request_id === null || user_id === null) continue;
    await transaction
      .updateTable('requests')
      .set({ status })
      .where('id', '=', request_id)
      .where('status', '=', from)
      .execute();
    await refreshProjections(transaction, user_id);
  }
}

/** A proposal that is over holds no request any more: what waited for it is concluded at once. */
export async function wakeWaiting(
  transaction: Transaction<Database>,
  { id }: WholeAgreement,
  now: Date,
): Promise<void> {
  await sql`
    update agreements set waits_until = ${now}
    where state = 'proposed' and waits_until > ${now} and id in (
      select waiting.agreement_id
      from agreement_members waiting
      join agreement_members ended on ended.request_id = waiting.request_id
      where ended.agreement_id = ${id} and waiting.agreement_id <> ${id}
    )`.execute(transaction);
}
