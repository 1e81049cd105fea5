import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { AppError } from '../errors.ts';
import { refuseStale } from '../http/turns/owner-tags.ts';
import { lockOwnRequest, type OwnRequest } from './lock-members.ts';
import { requestTag } from './owner-tags.ts';

/**
 * Returns the SQL condition that an agreement completed a request, which means that its owner joined the school.
 *
 * @param id SQL expression of the request id.
 */
export function isRecord(id: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from agreement_members seats join agreement_steps steps using (agreement_id, user_id)
    where seats.request_id = ${id} and steps.kind = 'joined'
  )`;
}

/**
 * Hides a record (a request that an agreement completed) from its owner's list, or shows it again. A record cannot be deleted before the
 * account. Hiding is never refused as stale.
 *
 * @throws {AppError} `not_found` if the request does not exist or belongs to another teacher; `changed_meanwhile`; `status_step` for hiding
 *   a request that no agreement completed.
 */
export function setRequestHidden(
  db: Kysely<Database>,
  own: OwnRequest,
  { hidden: is_hidden, ifMatch }: { readonly hidden: boolean; readonly ifMatch: string | undefined },
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const { request } = await lockOwnRequest(transaction, own);
    if (request.is_hidden === is_hidden) return;
    if (!is_hidden) refuseStale(ifMatch, requestTag(request));
    if (is_hidden && !(await isRecordNow(transaction, own.id))) throw new AppError('status_step');
    await transaction.updateTable('requests').set({ is_hidden }).where('id', '=', own.id).execute();
  });
}

async function isRecordNow(db: Kysely<Database>, id: string): Promise<boolean> {
  const { rows } = await sql<{
    isRecord: boolean;
  }>`select ${isRecord(sql`${id}::uuid`)} as "isRecord"`.execute(db);
  return rows[0]?.isRecord === true;
}
