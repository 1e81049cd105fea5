import type { App } from '../http/dependencies.ts';
import { viewerOf } from '../http/policy.ts';
import { shownTo } from '../privacy/visibility.ts';
import { writeAudit } from './audit.ts';
import type { AccountDependencies } from './dependencies.ts';

/**
 * Writes to the audit log which people a response shows unmasked to an administrator, before the response is sent. The presenters report
 * these people, so every route is covered.
 */
export function auditShown(app: App, { db, now }: Pick<AccountDependencies, 'db' | 'now'>): void {
  app.addHook('preSerialization', async (request) => {
    const people = shownTo(viewerOf(request));
    if (people.length === 0) return;
    const details = { route: `${request.method} ${request.routeOptions.url ?? ''}`, people };
    await writeAudit(db, request, { action: 'look.people', details }, now());
  });
}
