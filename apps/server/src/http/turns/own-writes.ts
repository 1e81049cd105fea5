import { storeWrittenPosition } from '../../sessions/session-rows.ts';
import type { App, CoreDependencies } from '../dependencies.ts';
import { isRead, viewerOf } from '../policy.ts';

interface WriteDependencies extends Pick<CoreDependencies, 'db'> {
  /** In-memory copy of the offers. Its next reader must see the write. */
  readonly graph: { readonly noteWrite: () => void };
}

/**
 * Records each successful write before the response is sent: in the process's copy of the offers, and in the session as the position
 * of the primary's log. Every server process then detects if the replica, or its own copy, is too old to show the writer the change.
 */
export function recordOwnWrites(app: App, { db, graph }: WriteDependencies): void {
  app.addHook('onSend', async (request, reply) => {
    if (isRead(request) || reply.statusCode >= 400) return;
    graph.noteWrite();
    const viewer = viewerOf(request);
    if (viewer.kind === 'anonymous') return;
    // The write is committed, so the caller gets the response. Without the note, lists may miss the change for a second.
    await storeWrittenPosition(db, viewer.sessionId).catch((error: unknown) =>
      request.log.warn({ err: error }, 'the position of a write was not stored'),
    );
  });
}
