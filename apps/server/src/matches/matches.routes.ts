import { matchList } from '@mutual-transfer/domain/match';
import { z } from 'zod';
import { languageOf } from '../http/answers.ts';
import type { App, CoreDependencies } from '../http/dependencies.ts';
import { signedIn } from '../http/policy.ts';
import { findOwnOffer } from '../offers/find-offers.ts';
import { matchesOf } from './matches.ts';

export function matchRoutes(app: App, { reads }: CoreDependencies): void {
  app.get(
    '/api/requests/:id/matches',
    {
      config: { policy: 'access' },
      schema: {
        summary: "Who can swap with one of one's own requests",
        params: z.strictObject({ id: z.uuid() }),
        response: { 200: matchList },
      },
    },
    async (request) => {
      const viewer = signedIn(request);
      const own = { userId: viewer.userId, id: request.params.id };
      return reads.ask(viewer, async (db) =>
        matchesOf(db, await findOwnOffer(db, own), viewer, languageOf(request)),
      );
    },
  );
}
