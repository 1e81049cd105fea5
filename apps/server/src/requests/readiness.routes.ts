import { readiness } from '@mutual-transfer/domain/agreements/agreement';
import { changedRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { byId } from '../http/by-id.ts';
import type { App, CoreDependencies } from '../http/dependencies.ts';
import { ifMatchHeader } from '../http/turns/owner-tags.ts';
import { setReadiness } from '../members/bound-requests.ts';
import { answerChange } from './own-request.ts';

/** Registers the route by which teachers state that they are ready to take the place that a request wishes for. */
export function readinessRoutes(app: App, { db, now }: Pick<CoreDependencies, 'db' | 'now'>): void {
  app.put(
    '/api/requests/:id/readiness',
    {
      config: { policy: 'access', problems: ['not_found', 'status_step'] },
      schema: {
        summary: 'Set or clear the caller’s readiness to take the place, for 30 days',
        params: byId,
        body: readiness,
        headers: ifMatchHeader,
        response: { 200: changedRequest },
      },
    },
    (request) => {
      const change = { ...request.body, ifMatch: request.headers['if-match'] };
      return answerChange(db, request, (own) => setReadiness(db, own, change, now()));
    },
  );
}
