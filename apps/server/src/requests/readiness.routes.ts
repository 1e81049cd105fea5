import { readiness } from '@mutual-transfer/domain/agreements/agreement';
import { changedRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import type { App, CoreDependencies } from '../http/dependencies.ts';
import { signedIn } from '../http/policy.ts';
import { setReadiness } from '../members/bound-requests.ts';
import { presentRequest } from './present-request.ts';
import { findRequest } from './requests.queries.ts';

/** Registers the route that sets a teacher's readiness to take the place of a request. */
export function readinessRoutes(app: App, { db, now }: Pick<CoreDependencies, 'db' | 'now'>): void {
  app.put(
    '/api/requests/:id/readiness',
    {
      config: { policy: 'access' },
      schema: {
        summary: 'Say for 30 days that one takes the place if it comes, or no longer',
        params: z.strictObject({ id: z.uuid() }),
        body: readiness,
        response: { 200: changedRequest },
      },
    },
    async (request) => {
      const viewer = signedIn(request);
      const own = { userId: viewer.userId, id: request.params.id };
      await setReadiness(db, own, request.body, now());
      const row = await findRequest(db, own.id, own.userId);
      if (row === undefined) throw new AppError('not_found');
      return { data: { request: presentRequest(row, viewer) } };
    },
  );
}
