import type { App, Dependencies } from '../dependencies.ts';
import { viewerOf } from '../http/policy.ts';
import { writeAudit } from './audit.ts';

/** Every call made through somebody else's eyes is written down, with both people. */
export function auditImpersonation(app: App, { db, now }: Dependencies): void {
  app.addHook('preHandler', async (request) => {
    const viewer = viewerOf(request);
    if (viewer.kind === 'anonymous' || viewer.impersonatorId === null) return;
    const action = `impersonated ${request.method} ${request.routeOptions.url ?? ''}`;
    await writeAudit(db, request, { action, subjectId: viewer.userId }, now());
  });
}
