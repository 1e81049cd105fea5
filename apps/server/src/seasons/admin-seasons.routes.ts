import {
  adminSeason,
  newSeason,
  seasonChange,
  seasonList,
  seasonQuery,
} from '@mutual-transfer/domain/seasons/season';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { byId } from '../http/by-id.ts';
import type { App } from '../http/dependencies.ts';
import { languageOf } from '../http/responses/answers.ts';
import { once } from '../http/turns/idempotency.ts';
import { ifMatchHeader, setOwnerTag, withCurrent } from '../http/turns/owner-tags.ts';
import type { SeasonDependencies } from './dependencies.ts';
import { findSeason, listSeasons, presentForAdministrators } from './seasons.queries.ts';
import { changeSeason, createSeason, tagOf, withdrawSeason } from './seasons.service.ts';

const config = { policy: 'state' } as const;

export function adminSeasonRoutes(
  app: App,
  dependencies: Pick<SeasonDependencies, 'agreementsDue' | 'background' | 'db' | 'now'>,
): void {
  const { db, background, agreementsDue, now } = dependencies;
  const present = async (id: string, request: FastifyRequest) => {
    const season = await findSeason(db, id);
    setOwnerTag(request, tagOf(season));
    return presentForAdministrators(db, season, { language: languageOf(request), now: now() });
  };

  app.post(
    '/api/admin/seasons',
    {
      config: { ...config, idempotency: 'key', isLocated: true, problems: ['not_found', 'season_overlap'] },
      schema: {
        summary: 'Create a season with its timetable',
        body: newSeason,
        response: { 201: adminSeason },
      },
    },
    (request, reply) =>
      once(dependencies, request, reply, {
        change: (transaction) => createSeason(transaction, request, request.body, now()),
        outcome: (id) => ({ status: 201, location: `/api/admin/seasons/${id}`, ids: { id } }),
        after: () => background(agreementsDue),
        render: ({ id }) => present(id, request),
      }),
  );

  app.get(
    '/api/admin/seasons',
    {
      config,
      schema: { summary: 'Seasons, latest first', querystring: seasonQuery, response: { 200: seasonList } },
    },
    (request) => listSeasons(db, request.query, { language: languageOf(request), now: now() }),
  );

  app.get(
    '/api/admin/seasons/:id',
    {
      config: { ...config, problems: ['not_found'] },
      schema: {
        summary: 'Get a season, with the teachers whom its rounds asked and planned over, or would',
        params: byId,
        response: { 200: adminSeason },
      },
    },
    (request) => present(request.params.id, request),
  );

  app.patch(
    '/api/admin/seasons/:id',
    {
      config: { ...config, problems: ['not_found', 'season_overlap'] },
      schema: {
        summary: 'Change a season, except dates in the past',
        params: byId,
        headers: ifMatchHeader,
        body: seasonChange,
        response: { 200: adminSeason },
      },
    },
    async (request) => {
      const { id } = request.params;
      const change = changeSeason(db, request, { id, change: request.body }, now);
      await withCurrent(change, () => present(id, request));
      background(agreementsDue);
      return present(id, request);
    },
  );
  withdrawalRoute(app, dependencies);
}

function withdrawalRoute(app: App, { db, now }: Pick<SeasonDependencies, 'db' | 'now'>): void {
  app.delete(
    '/api/admin/seasons/:id',
    {
      config: { ...config, problems: ['not_found', 'season_begun'] },
      schema: {
        summary: 'Withdraw a season that is not open yet',
        params: byId,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await withdrawSeason(db, request, request.params.id, now);
      return reply.code(204).send(null);
    },
  );
}
