import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';

/** Ends every living session of a person, and every one they look through others' eyes with: dead at the next call. */
export async function endSessions(db: Kysely<Database>, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where((session) =>
      session.or([session('user_id', '=', userId), session('impersonator_id', '=', userId)]),
    )
    .where('ended_at', 'is', null)
    .execute();
}
