import type { App, Dependencies } from '../dependencies.ts';
import { writeAudit } from './audit.ts';

/**
 * Writes to the audit log which people a response shows unmasked to an administrator, before the response is sent. The presenters report
 * these people, so every route is covered.
 */
export function auditShown(app: App, { db, now }: Dependencies): void {
  app.addHook('preSerialization', async (request) => {
    const { viewer } = request;
    if (viewer.kind === 'anonymous' || viewer.shown.size === 0) return;
    const route = `${request.method} ${request.routeOptions.url ?? ''}`;
    const details = { route, people: [...viewer.shown] };
    await writeAudit(db, request, { action: 'look.people', details }, now());
  });
}
