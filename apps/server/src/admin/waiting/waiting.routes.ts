import { waiting } from '@mutual-transfer/domain/administration/waiting';
import type { App, CoreDependencies } from '../../http/dependencies.ts';
import { signedIn } from '../../http/policy.ts';
import { countWaiting } from './waiting.queries.ts';

export function waitingRoutes(app: App, { db, now }: Pick<CoreDependencies, 'db' | 'now'>): void {
  app.get(
    '/api/admin/waiting',
    {
      config: { policy: 'district', concerns: 'rows' },
      schema: {
        summary: 'Count what waits for the administrator, by list',
        response: { 200: waiting },
      },
    },
    (request) => countWaiting(db, signedIn(request), now()),
  );
}
