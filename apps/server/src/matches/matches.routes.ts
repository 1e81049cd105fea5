import {
  type MatchList,
  type MatchListQuery,
  matchList,
  matchListQuery,
} from '@mutual-transfer/domain/matching/match';
import type { FastifyRequest } from 'fastify';
import type { App, Dependencies } from '../dependencies.ts';
import { byId } from '../http/by-id.ts';
import { signedIn } from '../http/policy.ts';
import { languageOf } from '../http/responses/answers.ts';
import { slow } from '../http/turns/turns.ts';
import { contactsFor } from '../privacy/open-contacts.ts';
import { matchesOf } from './matches.ts';

export function matchRoutes(app: App, dependencies: Dependencies): void {
  app.get(
    '/api/matches',
    {
      config: { policy: 'access' },
      schema: {
        summary:
          'List teachers who can swap with the place wished for at registration; empty once a request was posted',
        querystring: matchListQuery,
        response: { 200: matchList },
      },
    },
    slow((request) => found(dependencies, request, null)),
  );
  app.get(
    '/api/requests/:id/matches',
    {
      config: { policy: 'access' },
      schema: {
        summary: 'List teachers who can swap with one of the caller’s requests',
        params: byId,
        querystring: matchListQuery,
        response: { 200: matchList },
      },
    },
    slow((request) => found(dependencies, request, request.params.id)),
  );
}

/** Returns the matches of a request of the caller, or of the wish at registration for `null`. */
async function found(
  dependencies: Dependencies,
  request: FastifyRequest<{ Querystring: MatchListQuery }>,
  requestId: string | null,
): Promise<MatchList> {
  const viewer = signedIn(request);
  const open = contactsFor(dependencies, viewer, 'match');
  const rules = await dependencies.rulebook.today();
  return matchesOf({ ...dependencies, open, rules }, requestId, viewer, languageOf(request), request.query);
}
