import {
  adminSeason,
  newSeason,
  seasonChange,
  seasonList,
  seasonQuery,
} from '@mutual-transfer/domain/seasons/season';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App, Dependencies } from '../dependencies.ts';
import { byId } from '../http/by-id.ts';
import { languageOf } from '../http/responses/answers.ts';
import { once } from '../http/turns/idempotency.ts';
import { ifMatchHeader, withCurrent } from '../http/turns/owner-tags.ts';
import { inTurn, writeInTurn } from '../http/turns/turns.ts';
import { findSeason, listSeasons, presentForAdministrators } from './seasons.queries.ts';
import { changeSeason, createSeason, tagOf, withdrawSeason } from './seasons.service.ts';

const stateOnly = { policy: 'state' } as const;

export function adminSeasonRoutes(app: App, dependencies: Dependencies): void {
  const { db, background, agreementsDue, now } = dependencies;
  const present = async (id: string, request: FastifyRequest) => {
    const season = await findSeason(db, id);
    request.ownerTag = tagOf(season);
    return presentForAdministrators(db, season, { language: languageOf(request), now: now() });
  };

  app.post(
    '/api/admin/seasons',
    {
      config: { ...stateOnly, idempotency: 'key' },
      schema: {
        summary: 'Create a season with its timetable',
        body: newSeason,
        response: { 201: adminSeason },
      },
    },
    writeInTurn((request, reply) =>
      once(request, reply, {
        change: async (commit) => {
          const made = await commit(async (transaction) => {
            const id = await createSeason(transaction, request, request.body, now());
            return { status: 201, location: `/api/admin/seasons/${id}`, ids: { id } };
          });
          background(agreementsDue);
          return made;
        },
        answer: ({ id }) => present(id, request),
      }),
    ),
  );

  app.get(
    '/api/admin/seasons',
    {
      config: stateOnly,
      schema: { summary: 'Seasons, latest first', querystring: seasonQuery, response: { 200: seasonList } },
    },
    inTurn((request) => listSeasons(db, request.query, { language: languageOf(request), now: now() })),
  );

  app.get(
    '/api/admin/seasons/:id',
    {
      config: stateOnly,
      schema: {
        summary: 'Get a season, with the teachers whom its rounds asked and planned over, or would',
        params: byId,
        response: { 200: adminSeason },
      },
    },
    inTurn((request) => present(request.params.id, request)),
  );

  app.patch(
    '/api/admin/seasons/:id',
    {
      config: stateOnly,
      schema: {
        summary: 'Change a season, except dates in the past',
        params: byId,
        headers: ifMatchHeader,
        body: seasonChange,
        response: { 200: adminSeason },
      },
    },
    writeInTurn(async (request) => {
      const { id } = request.params;
      const change = changeSeason(db, request, { id, change: request.body }, now);
      await withCurrent(change, () => present(id, request));
      background(agreementsDue);
      return present(id, request);
    }),
  );
  withdrawalRoute(app, dependencies);
}

function withdrawalRoute(app: App, { db, now }: Dependencies): void {
  app.delete(
    '/api/admin/seasons/:id',
    {
      config: stateOnly,
      schema: {
        summary: 'Withdraw a season that is not open yet',
        params: byId,
        response: { 204: z.null() },
      },
    },
    writeInTurn(async (request, reply) => {
      await withdrawSeason(db, request, request.params.id, now);
      return reply.code(204).send(null);
    }),
  );
}
