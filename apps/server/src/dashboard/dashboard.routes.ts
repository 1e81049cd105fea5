import { dashboardSchema, meSchema } from '@mutual-transfer/domain/dashboard';

import type { App, Dependencies } from '../dependencies.ts';
import { inTurn } from '../http/turns.ts';
import { readDashboard } from './read-dashboard.ts';
import { readMe } from './read-me.ts';

/** Registers the calls that answer a whole screen at once. Each part of an answer is also the answer of a call of its own. */
export function dashboardRoutes(app: App, dependencies: Dependencies): void {
  app.get(
    '/api/me',
    {
      config: { policy: 'session' },
      schema: {
        summary: 'Get what every page needs: account, payment status, what waits and announcements',
        response: { 200: meSchema },
      },
    },
    inTurn((request) => readMe(dependencies, request)),
  );

  app.get(
    '/api/dashboard',
    {
      config: { policy: 'access' },
      schema: {
        summary: 'Get a teacher’s requests, best matches and ring, open proposals, notices and season',
        response: { 200: dashboardSchema },
      },
    },
    inTurn((request) => readDashboard(dependencies, request)),
  );
}
