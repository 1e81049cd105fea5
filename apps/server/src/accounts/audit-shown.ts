import type { App } from '../http/dependencies.ts';
import { viewerOf } from '../http/policy.ts';
import { shownTo } from '../privacy/visibility.ts';
import { writeAudit } from './audit.ts';
import type { AccountDependencies } from './dependencies.ts';

/**
 * Before an answer is sent that shows people whole to an administrator, writes who they are: by what was presented, whichever
 * route presented it.
 */
export function auditShown(app: App, { db, now }: Pick<AccountDependencies, 'db' | 'now'>): void {
  app.addHook('preSerialization', async (request) => {
    const people = shownTo(viewerOf(request));
    if (people.length === 0) return;
    const details = { route: `${request.method} ${request.routeOptions.url ?? ''}`, people };
    await writeAudit(db, request, { action: 'look.people', details }, now());
  });
}
