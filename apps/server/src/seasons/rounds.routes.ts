import {
  newRoundSchema,
  roundDetailsSchema,
  roundListSchema,
  roundQuerySchema,
  seasonSchema,
} from '@mutual-transfer/domain/agreements/round';
import { findRound, listRounds, stopRound } from '../agreements/rounds.ts';

import { readSeason } from '../agreements/season.queries.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { byId } from '../http/by-id.ts';
import { once } from '../http/idempotency.ts';
import { inTurn, writeInTurn } from '../http/turns.ts';
import { expectedScope, startRound } from './follow-seasons.ts';

const config = { policy: 'state' } as const;

export function roundRoutes(app: App, dependencies: Dependencies): void {
  const { db, background, agreementsDue, now } = dependencies;
  app.post(
    '/api/admin/rounds',
    {
      config: {
        ...config,
        idempotency: 'key',
      },
      schema: {
        summary: 'Start a round of proposals',
        body: newRoundSchema,
        response: { 201: roundDetailsSchema },
      },
    },
    writeInTurn((request, reply) =>
      once(request, reply, {
        change: async (commit) => {
          const made = await commit(async (transaction) => {
            const id = await startRound(transaction, request, request.body, now());
            return { status: 201, location: `/api/admin/rounds/${id}`, ids: { id } };
          });
          background(agreementsDue);
          return made;
        },
        answer: ({ id }) => findRound(db, id),
      }),
    ),
  );

  app.get(
    '/api/admin/rounds',
    {
      config,
      schema: {
        summary:
          'List rounds of proposals, newest first, with the number of teachers whom a new one would ask',
        querystring: roundQuerySchema,
        response: { 200: roundListSchema },
      },
    },
    inTurn(async (request) => {
      const { districts, subjects, ...page } = request.query;
      const scope = await expectedScope(db, { districts, subjects }, now());
      return listRounds(db, page, scope, now());
    }),
  );

  app.get(
    '/api/admin/rounds/:id',
    {
      config,
      schema: { summary: 'Get a round, day by day', params: byId, response: { 200: roundDetailsSchema } },
    },
    inTurn((request) => findRound(db, request.params.id)),
  );

  app.delete(
    '/api/admin/rounds/:id',
    {
      config,
      schema: { summary: 'Stop a round', params: byId, response: { 200: roundDetailsSchema } },
    },
    writeInTurn(async (request) => {
      await stopRound(db, request, request.params.id, now());
      background(agreementsDue);
      return findRound(db, request.params.id);
    }),
  );

  app.get(
    '/api/admin/season',
    {
      config,
      schema: { summary: 'Get counts of all proposals and agreements', response: { 200: seasonSchema } },
    },
    inTurn(() => readSeason(db, now())),
  );
}
