import {
  adminSeasonSchema,
  currentSeasonSchema,
  mySeasonResultSchema,
  newSeasonSchema,
  ownConsentSchema,
  seasonChangeSchema,
  seasonListSchema,
  seasonQuerySchema,
  seasonResultsSchema,
} from '@mutual-transfer/domain/seasons/season';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App, Dependencies } from '../dependencies.ts';
import { languageOf } from '../http/answers.ts';
import { byId } from '../http/by-id.ts';
import { once } from '../http/idempotency.ts';
import { ifMatchHeader, withCurrent } from '../http/if-match.ts';
import { signedIn } from '../http/policy.ts';
import { inTurn, slow, writeInTurn } from '../http/turns.ts';
import { findOwnConsent, giveConsent, withdrawConsent } from './consents.ts';
import { cachedResults, readMyResult, readResults } from './results.ts';
import {
  changeSeason,
  createSeason,
  findCurrentSeason,
  findSeason,
  listSeasons,
  presentForAdministrators,
  presentSeason,
  tagOf,
  withdrawSeason,
} from './seasons.ts';

const open = { policy: 'open', isShared: true } as const;
const withAccess = { policy: 'access' } as const;

export function seasonRoutes(app: App, dependencies: Dependencies): void {
  readingRoutes(app, dependencies);
  consentRoutes(app, dependencies);
}

function readingRoutes(app: App, { db, now }: Dependencies): void {
  const resultsOf = cachedResults(db, now);
  const readerOf = (request: FastifyRequest) => ({ language: languageOf(request), now: now() });

  app.get(
    '/api/seasons/current',
    {
      config: open,
      schema: {
        summary: 'The open season, else the next one, else the latest',
        response: { 200: currentSeasonSchema },
      },
    },
    inTurn(async (request) => {
      const season = await findCurrentSeason(db, now());
      return { season: season === undefined ? null : presentSeason(season, readerOf(request)) };
    }),
  );

  app.get(
    '/api/seasons/:id/results',
    {
      config: open,
      schema: {
        summary: 'Get the results of the rounds of a season, rounded down to fives',
        params: byId,
        response: { 200: seasonResultsSchema },
      },
    },
    slow(async (request) => {
      const { id } = await findSeason(db, request.params.id);
      return resultsOf(id);
    }),
  );

  app.get(
    '/api/seasons/:id/my-result',
    {
      config: withAccess,
      schema: {
        summary: 'Get the caller’s result and consent in a season',
        params: byId,
        response: { 200: mySeasonResultSchema },
      },
    },
    inTurn(async (request) => {
      const season = await findSeason(db, request.params.id);
      return readMyResult(db, season, signedIn(request).userId, readerOf(request));
    }),
  );
}

function consentRoutes(app: App, dependencies: Dependencies): void {
  const { db, sms, now } = dependencies;

  app.post(
    '/api/seasons/:id/consent',
    {
      config: {
        ...withAccess,
        idempotency: 'key',
      },
      schema: {
        summary: 'Consent to the plans of a season before its list closes',
        params: byId,
        response: { 200: ownConsentSchema },
      },
    },
    writeInTurn((request, reply) =>
      once(request, reply, {
        change: (commit) =>
          commit(async (transaction) => {
            const given = {
              seasonId: request.params.id,
              teacher: signedIn(request),
              language: languageOf(request),
              // The sandbox shows the code on the page, so entering it proves no phone number.
              needsProof: sms !== undefined && !sms.isSandbox,
            };
            await giveConsent(transaction, given, now());
          }),
        answer: () => presentConsent(request, request.params.id),
      }),
    ),
  );

  app.delete(
    '/api/seasons/:id/consent',
    {
      config: withAccess,
      schema: { summary: 'Withdraw a consent', params: byId, response: { 200: ownConsentSchema } },
    },
    writeInTurn(async (request) => {
      await withdrawConsent(db, request.params.id, signedIn(request).userId, now());
      return presentConsent(request, request.params.id);
    }),
  );

  function presentConsent(request: FastifyRequest, seasonId: string) {
    return findOwnConsent(db, seasonId, signedIn(request).userId);
  }
}

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
        body: newSeasonSchema,
        response: { 201: adminSeasonSchema },
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
      schema: {
        summary: 'Seasons, latest first',
        querystring: seasonQuerySchema,
        response: { 200: seasonListSchema },
      },
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
        response: { 200: adminSeasonSchema },
      },
    },
    inTurn((request) => present(request.params.id, request)),
  );

  app.get(
    '/api/admin/seasons/:id/results',
    {
      config: stateOnly,
      schema: {
        summary: 'Get the exact results of the rounds of a season',
        params: byId,
        response: { 200: seasonResultsSchema },
      },
    },
    slow(async (request) => {
      const { id } = await findSeason(db, request.params.id);
      return readResults(db, id, now(), (count) => count);
    }),
  );

  app.patch(
    '/api/admin/seasons/:id',
    {
      config: stateOnly,
      schema: {
        summary: 'Change a season, except dates in the past',
        params: byId,
        headers: ifMatchHeader,
        body: seasonChangeSchema,
        response: { 200: adminSeasonSchema },
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
