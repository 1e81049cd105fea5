import type { Transaction } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { stopAcceptingFor } from '../../members/bound-requests.ts';
import type { WholeAgreement } from './locked-agreement.ts';

/** Switches "accept for me" off for the members whose yes it gave. It ends with the first agreement that it led to. */
export async function endAcceptForMe(
  transaction: Transaction<Database>,
  { members }: WholeAgreement,
): Promise<void> {
  const accepted = members.flatMap(({ user_id, is_accepted_for_me }) =>
    is_accepted_for_me && user_id !== null ? [user_id] : [],
  );
  await stopAcceptingFor(transaction, accepted);
}
