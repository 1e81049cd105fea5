import type { Readiness } from '@mutual-transfer/domain/agreements/agreement';
import { READY_TIME } from '@mutual-transfer/domain/agreements/agreement-rules';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { AppError } from '../errors.ts';

/**
 * Notes that a teacher takes the place of their request if it comes, for 30 days from now, or no longer does.
 *
 * @throws {AppError} `not_found` also for another teacher's request; `status_step` where it is not active.
 */
export async function setReadiness(
  db: Kysely<Database>,
  { userId, id }: { userId: string; id: string },
  { ready, acceptForMe }: Readiness,
  now: Date,
): Promise<void> {
  const ready_until = ready ? new Date(now.getTime() + READY_TIME) : null;
  const accept_for_me = ready ? acceptForMe : false;
  const changed = await db
    .updateTable('requests')
    .set({ ready_until, ...(accept_for_me === undefined ? {} : { accept_for_me }) })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where((request) => request.or([request('status', '=', 'active'), request.val(!ready)]))
    .executeTakeFirst();
  if (changed.numUpdatedRows > 0n) return;
  const own = await db
    .selectFrom('requests')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  throw new AppError(own === undefined ? 'not_found' : 'status_step');
}
