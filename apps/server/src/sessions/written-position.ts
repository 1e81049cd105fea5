import { sql } from 'kysely';
import type { App, CoreDependencies } from '../http/dependencies.ts';
import { isRead, viewerOf } from '../http/policy.ts';

interface WriteDependencies extends Pick<CoreDependencies, 'db'> {
  /** What this process holds in memory: its next reader sees what was written. */
  readonly graph: { readonly noteWrite: () => void };
}

/**
 * Notes each write that was not refused, before the writer is answered: with what this process holds in memory, and with the session, how
 * far the primary's log had come. So every server process knows whether the replica, or its own memory, is too old to show the writer what
 * they did.
 */
export function noteOwnWrites(app: App, { db, graph }: WriteDependencies): void {
  app.addHook('onSend', async (request, reply) => {
    if (isRead(request) || reply.statusCode >= 400) return;
    graph.noteWrite();
    const viewer = viewerOf(request);
    if (viewer.kind === 'anonymous') return;
    // The write is committed, and its caller must get that answer: without the note they may miss it in lists for a second.
    await db
      .updateTable('sessions')
      .set({ written_lsn: sql`pg_current_wal_insert_lsn()` })
      .where('id', '=', viewer.sessionId)
      .execute()
      .catch((error: unknown) => request.log.warn({ err: error }, 'a write was not noted'));
  });
}
