import { sql } from 'kysely';
import type { App, CoreDependencies } from './dependencies.ts';
import { isRead, viewerOf } from './policy.ts';

/**
 * Notes with the session how far the primary's log had come, before the writer is answered: so every server process knows whether
 * the replica, or what it holds in memory, is too old to show the writer what they did.
 */
export function noteOwnWrites(app: App, { db }: Pick<CoreDependencies, 'db'>): void {
  app.addHook('onSend', async (request, reply) => {
    const viewer = viewerOf(request);
    if (viewer.kind === 'anonymous' || isRead(request) || reply.statusCode >= 400) return;
    // The write is committed, and its caller must get that answer: without the note they may miss it in lists for a second.
    await db
      .updateTable('sessions')
      .set({ written_lsn: sql`pg_current_wal_insert_lsn()` })
      .where('id', '=', viewer.sessionId)
      .execute()
      .catch((error: unknown) => request.log.warn({ err: error }, 'a write was not noted'));
  });
}
