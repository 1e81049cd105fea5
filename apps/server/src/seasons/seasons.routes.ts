import {
  currentSeason,
  mySeasonResult,
  ownConsent,
  seasonResults,
} from '@mutual-transfer/domain/seasons/season';
import type { FastifyRequest } from 'fastify';
import { byId } from '../http/by-id.ts';
import type { App } from '../http/dependencies.ts';
import { signedIn } from '../http/policy.ts';
import { languageOf } from '../http/responses/answers.ts';
import { once } from '../http/turns/idempotency.ts';
import { findOwnConsent } from './consents.queries.ts';
import { giveConsent, withdrawConsent } from './consents.ts';
import type { SeasonDependencies } from './dependencies.ts';
import { readMyResult } from './my-result.ts';
import { cachedResults } from './results.queries.ts';
import { findCurrentSeason, findSeason, presentSeason } from './seasons.queries.ts';

const open = { policy: 'open', isShared: true } as const;
const config = { policy: 'access' } as const;

export function seasonRoutes(app: App, dependencies: Pick<SeasonDependencies, 'db' | 'now' | 'sms'>): void {
  readingRoutes(app, dependencies);
  consentRoutes(app, dependencies);
}

function readingRoutes(app: App, { db, now }: Pick<SeasonDependencies, 'db' | 'now'>): void {
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
    async (request) => {
      const season = await findCurrentSeason(db, now());
      return { season: season === undefined ? null : presentSeason(season, readerOf(request)) };
    },
  );

  app.get(
    '/api/seasons/:id/results',
    {
      config: { ...open, isSlow: () => true, problems: ['not_found'] },
      schema: {
        summary: 'Get the results of the rounds of a season, rounded down to fives',
        params: byId,
        response: { 200: seasonResults },
      },
    },
    async (request) => {
      const { id } = await findSeason(db, request.params.id);
      return resultsOf(id);
    },
  );

  app.get(
    '/api/seasons/:id/my-result',
    {
      config: { ...config, problems: ['not_found'] },
      schema: {
        summary: 'Get the caller’s result and consent in a season',
        params: byId,
        response: { 200: mySeasonResult },
      },
    },
    async (request) => {
      const season = await findSeason(db, request.params.id);
      return readMyResult(db, season, signedIn(request).userId, readerOf(request));
    },
  );
}

function consentRoutes(app: App, dependencies: Pick<SeasonDependencies, 'db' | 'now' | 'sms'>): void {
  const { db, sms, now } = dependencies;

  app.post(
    '/api/seasons/:id/consent',
    {
      config: {
        ...config,
        idempotency: 'key',
        problems: ['forbidden', 'not_found', 'consent_closed', 'phone_not_proven', 'service_not_stated'],
      },
      schema: {
        summary: 'Consent to the plans of a season before its list closes',
        params: byId,
        response: { 200: ownConsent },
      },
    },
    (request, reply) =>
      once(dependencies, request, reply, {
        change: (transaction) =>
          giveConsent(
            transaction,
            {
              seasonId: request.params.id,
              teacher: signedIn(request),
              language: languageOf(request),
              // The sandbox shows the code on the page, so entering it proves no phone number.
              needsProof: sms !== undefined && !sms.isSandbox,
            },
            now(),
          ),
        outcome: () => ({ ids: {} }),
        render: () => presentConsent(request, request.params.id),
      }),
  );

  app.delete(
    '/api/seasons/:id/consent',
    {
      config: { ...config, problems: ['not_found', 'consent_closed'] },
      schema: { summary: 'Withdraw a consent', params: byId, response: { 200: ownConsent } },
    },
    async (request) => {
      await withdrawConsent(db, request.params.id, signedIn(request).userId, now());
      return presentConsent(request, request.params.id);
    },
  );

  function presentConsent(request: FastifyRequest, seasonId: string) {
    return findOwnConsent(db, seasonId, signedIn(request).userId);
  }
}
