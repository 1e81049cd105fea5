import {
  currentSeason,
  mySeasonResult,
  ownConsent,
  seasonResults,
} from '@mutual-transfer/domain/seasons/season';
import type { FastifyRequest } from 'fastify';
import type { App, Dependencies } from '../dependencies.ts';
import { byId } from '../http/by-id.ts';
import { signedIn } from '../http/policy.ts';
import { languageOf } from '../http/responses/answers.ts';
import { once } from '../http/turns/idempotency.ts';
import { inTurn, slow, writeInTurn } from '../http/turns/turns.ts';
import { findOwnConsent } from './consents.queries.ts';
import { giveConsent, withdrawConsent } from './consents.ts';
import { readMyResult } from './my-result.ts';
import { cachedResults } from './results.queries.ts';
import { findCurrentSeason, findSeason, presentSeason } from './seasons.queries.ts';

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
        response: { 200: currentSeason },
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
        response: { 200: seasonResults },
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
        response: { 200: mySeasonResult },
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
        response: { 200: ownConsent },
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
            return {};
          }),
        answer: () => presentConsent(request, request.params.id),
      }),
    ),
  );

  app.delete(
    '/api/seasons/:id/consent',
    {
      config: withAccess,
      schema: { summary: 'Withdraw a consent', params: byId, response: { 200: ownConsent } },
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
