import type { App } from '../http/dependencies.ts';
import { viewerOf } from '../http/policy.ts';
import { writeAudit } from './audit.ts';
import type { AccountDependencies } from './dependencies.ts';

/** Every call made through somebody else's eyes is written down, with both people. */
export function auditImpersonation(app: App, { db, now }: AccountDependencies): void {
  app.addHook('preHandler', async (request) => {
    const viewer = viewerOf(request);
    if (viewer.kind === 'anonymous' || viewer.impersonatorId === null) return;
    const action = `impersonated ${request.method} ${request.routeOptions.url ?? ''}`;
    await writeAudit(db, request, { action, subjectId: viewer.userId }, now());
  });
}
