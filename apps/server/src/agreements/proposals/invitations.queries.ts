import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';

/** Returns the invitations that a teacher sent in the last 24 hours, and any to this invitee that is unread. */
export function findInvitations(
  db: Kysely<Database>,
  { userId, inviteeId }: { userId: string; inviteeId: string },
  now: Date,
): Promise<{ to_user_id: string; read_at: Date | null }[]> {
  return db
    .selectFrom('alerts')
    .select(['to_user_id', 'read_at'])
    .where('about_user_id', '=', userId)
    .where('kind', '=', 'invitation')
    .where((row) =>
      row.or([
        row('created_at', '>', new Date(now.getTime() - MILLISECONDS_A_DAY)),
        row.and([row('to_user_id', '=', inviteeId), row('read_at', 'is', null)]),
      ]),
    )
    .execute();
}
