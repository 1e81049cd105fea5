import { matchList, matchListQuery } from '@mutual-transfer/domain/matching/match';
import { byId } from '../http/by-id.ts';
import type { App } from '../http/dependencies.ts';
import { signedIn } from '../http/policy.ts';
import { languageOf } from '../http/responses/answers.ts';
import type { OfferDependencies } from '../offers/dependencies.ts';
import { contactsFor } from '../privacy/open-contacts.ts';
import { matchesOf } from './matches.ts';

export function matchRoutes(app: App, dependencies: OfferDependencies): void {
  const { db, graph, rulebook, distanceBetween } = dependencies;
  app.get(
    '/api/matches',
    {
      config: { policy: 'access', isSlow: () => true },
      schema: {
        summary:
          'List teachers who can swap with the place wished for at registration; empty once a request was posted',
        querystring: matchListQuery,
        response: { 200: matchList },
      },
    },
    async (request) => {
      const viewer = signedIn(request);
      const open = contactsFor(dependencies, viewer, 'match');
      const rules = await rulebook.today();
      return matchesOf(
        { db, graph, open, rules, distanceBetween },
        null,
        viewer,
        languageOf(request),
        request.query,
      );
    },
  );
  app.get(
    '/api/requests/:id/matches',
    {
      config: { policy: 'access', isSlow: () => true, problems: ['not_found'] },
      schema: {
        summary: 'List teachers who can swap with one of the caller’s requests',
        params: byId,
        querystring: matchListQuery,
        response: { 200: matchList },
      },
    },
    async (request) => {
      const viewer = signedIn(request);
      const open = contactsFor(dependencies, viewer, 'match');
      const rules = await rulebook.today();
      return matchesOf(
        { db, graph, open, rules, distanceBetween },
        request.params.id,
        viewer,
        languageOf(request),
        request.query,
      );
    },
  );
}
