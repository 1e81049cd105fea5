import {
  newRound,
  roundDetails,
  roundList,
  roundQuery,
  season,
} from '@mutual-transfer/domain/agreements/round';
import type { AgreementDependencies } from '../agreements/dependencies.ts';
import { findRound, listRounds } from '../agreements/rounds/rounds.queries.ts';
import { stopRound } from '../agreements/rounds/rounds.service.ts';
import { readSeason } from '../agreements/rounds/season.queries.ts';
import { byId } from '../http/by-id.ts';
import type { App } from '../http/dependencies.ts';
import { once } from '../http/turns/idempotency.ts';
import { expectedScope, startRound } from './start-round.ts';

const config = { policy: 'state' } as const;

export function roundRoutes(
  app: App,
  dependencies: Pick<AgreementDependencies, 'agreementsDue' | 'background' | 'db' | 'now'>,
): void {
  const { db, background, agreementsDue, now } = dependencies;
  app.post(
    '/api/admin/rounds',
    {
      config: {
        ...config,
        idempotency: 'key',
        isLocated: true,
        problems: ['not_found', 'window_closed', 'list_open', 'round_under_way'],
      },
      schema: { summary: 'Start a round of proposals', body: newRound, response: { 201: roundDetails } },
    },
    (request, reply) =>
      once(dependencies, request, reply, {
        change: (transaction) => startRound(transaction, request, request.body, now()),
        outcome: (id) => ({ status: 201, location: `/api/admin/rounds/${id}`, ids: { id } }),
        after: () => background(agreementsDue),
        render: ({ id }) => findRound(db, id),
      }),
  );

  app.get(
    '/api/admin/rounds',
    {
      config,
      schema: {
        summary:
          'List rounds of proposals, newest first, with the number of teachers whom a new one would ask',
        querystring: roundQuery,
        response: { 200: roundList },
      },
    },
    async (request) => {
      const { districts, subjects, ...page } = request.query;
      const scope = await expectedScope(db, { districts, subjects }, now());
      return listRounds(db, page, scope, now());
    },
  );

  app.get(
    '/api/admin/rounds/:id',
    {
      config: { ...config, problems: ['not_found'] },
      schema: { summary: 'Get a round, day by day', params: byId, response: { 200: roundDetails } },
    },
    (request) => findRound(db, request.params.id),
  );

  app.delete(
    '/api/admin/rounds/:id',
    {
      config: { ...config, problems: ['not_found', 'round_over'] },
      schema: { summary: 'Stop a round', params: byId, response: { 200: roundDetails } },
    },
    async (request) => {
      await stopRound(db, request, request.params.id, now());
      background(agreementsDue);
      return findRound(db, request.params.id);
    },
  );

  app.get(
    '/api/admin/season',
    { config, schema: { summary: 'Get counts of all proposals and agreements', response: { 200: season } } },
    () => readSeason(db, now()),
  );
}
