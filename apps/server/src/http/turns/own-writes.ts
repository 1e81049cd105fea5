import { storeWrittenPosition } from '../../sessions/session-rows.ts';
import type { App, CoreDependencies } from '../dependencies.ts';
import { isRead, viewerOf } from '../policy.ts';

interface WriteDependencies extends Pick<CoreDependencies, 'db'> {
  /** In-memory copy of the offers, whose next read must include the write. */
  readonly graph: { readonly noteWrite: () => void };
}

/**
 * Records each successful write before the response is sent: notifies this process's copy of the offers, and stores the position of
 * PostgreSQL's log with the session. Every server process can then detect that its own copy is too old to show the change to the writer.
 */
export function recordOwnWrites(app: App, { db, graph }: WriteDependencies): void {
  app.addHook('onSend', async (request, reply) => {
    if (isRead(request) || reply.statusCode >= 400) return;
    graph.noteWrite();
    const viewer = viewerOf(request);
    if (viewer.kind === 'anonymous') return;
    // The write is committed, so the caller gets the response. Without the stored position, lists may miss the change for a second.
    await storeWrittenPosition(db, viewer.sessionId).catch((error: unknown) =>
      request.log.warn({ err: error }, 'the position of a write was not stored'),
    );
  });
}
