import type { Transaction } from 'kysely';
import type { Database } from '../database/tables.ts';

/** Returns the query of the messages from one teacher to another. */
export function messagesOf(transaction: Transaction<Database>, from: string, to: string) {
  return transaction
    .selectFrom('alerts')
    .select('id')
    .where('from_user_id', '=', from)
    .where('to_user_id', '=', to)
    .where('kind', '=', 'message');
}
