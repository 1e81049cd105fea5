import { waiting } from '@mutual-transfer/domain/administration/waiting';
import type { App, Dependencies } from '../../dependencies.ts';
import { signedIn } from '../../http/policy.ts';
import { inTurn } from '../../http/turns/turns.ts';
import { countWaiting } from './waiting.queries.ts';

export function waitingRoutes(app: App, { db, now }: Dependencies): void {
  app.get(
    '/api/admin/waiting',
    {
      config: { policy: 'district', concerns: 'rows' },
      schema: {
        summary: 'Count what waits for the administrator, by list',
        response: { 200: waiting },
      },
    },
    inTurn((request) => countWaiting(db, signedIn(request), now())),
  );
}
