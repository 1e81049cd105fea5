import { waiting } from '@mutual-transfer/domain/administration/waiting';
import type { App, CoreDependencies } from '../../http/dependencies.ts';
import { signedIn } from '../../http/policy.ts';
import { countWaiting } from './waiting.queries.ts';

export function waitingRoutes(app: App, { reads, now }: Pick<CoreDependencies, 'now' | 'reads'>): void {
  app.get(
    '/api/admin/waiting',
    {
      config: { policy: 'district', concerns: 'rows' },
      schema: {
        summary: 'Count what waits for the administrator, by list',
        response: { 200: waiting },
      },
    },
    (request) => reads.ask(signedIn(request), (database) => countWaiting(database, signedIn(request), now())),
  );
}
