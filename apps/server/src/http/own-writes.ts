import { sql } from 'kysely';
import type { App, CoreDependencies } from './dependencies.ts';
import { isRead, viewerOf } from './policy.ts';

/**
 * Notes with the session how far the primary's log had come, before anybody hears that something was written: so every
 * server knows which replica is too old to show this person what they did.
 */
export function noteOwnWrites(app: App, { db }: Pick<CoreDependencies, 'db'>): void {
  app.addHook('onSend', async (request, reply) => {
    const viewer = viewerOf(request);
    if (viewer.kind === 'anonymous' || isRead(request) || reply.statusCode >= 400) return;
    // What was written is written, and whoever did it is to hear so: without the note they may miss it in lists for a second.
    await db
      .updateTable('sessions')
      .set({ written_lsn: sql`pg_current_wal_insert_lsn()` })
      .where('id', '=', viewer.sessionId)
      .execute()
      .catch((error: unknown) => request.log.warn({ err: error }, 'a write was not noted'));
  });
}
