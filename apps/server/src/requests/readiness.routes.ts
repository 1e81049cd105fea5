import { readiness } from '@mutual-transfer/domain/agreements/agreement';
import { changedRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import type { App, CoreDependencies } from '../http/dependencies.ts';
import { signedIn } from '../http/policy.ts';
import { ifMatchHeader, setOwnerTag, withCurrent } from '../http/turns/owner-tags.ts';
import { setReadiness } from '../members/bound-requests.ts';
import { requestTag } from '../members/owner-tags.ts';
import { presentRequest } from './present-request.ts';
import { findRequest } from './requests.queries.ts';

/** Registers the route by which teachers state that they are ready to take the place that a request wishes for. */
export function readinessRoutes(app: App, { db, now }: Pick<CoreDependencies, 'db' | 'now'>): void {
  app.put(
    '/api/requests/:id/readiness',
    {
      config: { policy: 'access', problems: ['not_found', 'status_step'] },
      schema: {
        summary: 'Set or clear the caller’s readiness to take the place, for 30 days',
        params: z.strictObject({ id: z.uuid() }),
        body: readiness,
        headers: ifMatchHeader,
        response: { 200: changedRequest },
      },
    },
    async (request) => {
      const viewer = signedIn(request);
      const own = { userId: viewer.userId, id: request.params.id };
      const ownRequest = async () => {
        const row = await findRequest(db, own.id, own.userId);
        if (row === undefined) throw new AppError('not_found');
        setOwnerTag(request, requestTag(row));
        return presentRequest(row, viewer);
      };
      const change = { ...request.body, ifMatch: request.headers['if-match'] };
      await withCurrent(setReadiness(db, own, change, now()), ownRequest);
      return { data: { request: await ownRequest() } };
    },
  );
}
