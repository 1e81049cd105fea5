import { noteWrite } from '../sessions/session-rows.ts';
import type { App, CoreDependencies } from './dependencies.ts';
import { isRead, viewerOf } from './policy.ts';

interface WriteDependencies extends Pick<CoreDependencies, 'db'> {
  /** The process's copy of the offers: its next reader must see what was written. */
  readonly graph: { readonly noteWrite: () => void };
}

/**
 * Notes each successful write before its caller is answered: in the process's copy of the offers, and with the session, as the position
 * of the primary's log. Every server process then knows whether the replica, or its own copy, is too old to show the writer the change.
 */
export function noteOwnWrites(app: App, { db, graph }: WriteDependencies): void {
  app.addHook('onSend', async (request, reply) => {
    if (isRead(request) || reply.statusCode >= 400) return;
    graph.noteWrite();
    const viewer = viewerOf(request);
    if (viewer.kind === 'anonymous') return;
    // The write is committed, so its caller gets the answer. Without the note they may miss the change in lists for a second.
    await noteWrite(db, viewer.sessionId).catch((error: unknown) =>
      request.log.warn({ err: error }, 'a write was not noted'),
    );
  });
}
