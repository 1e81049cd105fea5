import { readiness } from '@mutual-transfer/domain/agreements/agreement';
import { changedRequest } from '@mutual-transfer/domain/requests/transfer-request';
import type { App, Dependencies } from '../dependencies.ts';
import { byId } from '../http/by-id.ts';
import { ifMatchHeader } from '../http/turns/owner-tags.ts';
import { writeInTurn } from '../http/turns/turns.ts';
import { setReadiness } from '../members/bound-requests.ts';
import { answerChange } from './own-request.ts';

/** Registers the route by which teachers state that they are ready to take the place that a request wishes for. */
export function readinessRoutes(app: App, { db, now }: Dependencies): void {
  app.put(
    '/api/requests/:id/readiness',
    {
      config: { policy: 'access' },
      schema: {
        summary: 'Set or clear the caller’s readiness to take the place, for 30 days',
        params: byId,
        body: readiness,
        headers: ifMatchHeader,
        response: { 200: changedRequest },
      },
    },
    writeInTurn((request) => {
      const change = { ...request.body, ifMatch: request.headers['if-match'] };
      return answerChange(db, request, (own) => setReadiness(db, own, change, now()));
    }),
  );
}
