import {
  type MatchList,
  type MatchListQuery,
  matchListQuerySchema,
  matchListSchema,
} from '@mutual-transfer/domain/matching/match';
import type { FastifyRequest } from 'fastify';
import type { App, Dependencies } from '../dependencies.ts';
import { languageOf } from '../http/answers.ts';
import { byId } from '../http/by-id.ts';
import { signedIn } from '../http/policy.ts';
import { slowIf } from '../http/turns.ts';
import { contactsFor } from '../people/contacts.ts';
import { matchesOf } from './matches.ts';

/** Number of matches up to which a page is an everyday read. To find a page, the index passes all matches before it. */
const FEW_MATCHES = 1_000;

export function matchRoutes(app: App, dependencies: Dependencies): void {
  app.get(
    '/api/matches',
    {
      config: { policy: 'access' },
      schema: {
        summary:
          'List teachers who can swap with the place wished for at registration; empty once a request was posted',
        querystring: matchListQuerySchema,
        response: { 200: matchListSchema },
      },
    },
    slowIf(isDeep, (request) => found(dependencies, request, null)),
  );
  app.get(
    '/api/requests/:id/matches',
    {
      config: { policy: 'access' },
      schema: {
        summary: 'List teachers who can swap with one of the caller’s requests',
        params: byId,
        querystring: matchListQuerySchema,
        response: { 200: matchListSchema },
      },
    },
    slowIf(isDeep, (request) => found(dependencies, request, request.params.id)),
  );
}

function isDeep({ query }: FastifyRequest): boolean {
  // Called after the check of the query.
  const { page, limit } = query as MatchListQuery;
  return page * limit > FEW_MATCHES;
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
