import { readiness } from '@mutual-transfer/domain/agreements/agreement';
import { changedRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { byId } from '../http/by-id.ts';
import type { App, CoreDependencies } from '../http/dependencies.ts';
import { ifMatchHeader, withCurrent } from '../http/turns/owner-tags.ts';
import { setReadiness } from '../members/bound-requests.ts';
import { changed, ownOf, ownRequest } from './own-request.ts';

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
    async (request) => {
      const own = ownOf(request);
      const change = { ...request.body, ifMatch: request.headers['if-match'] };
      await withCurrent(setReadiness(db, own, change, now()), () => ownRequest(db, own, request));
      return changed(db, own, request);
    },
  );
}
