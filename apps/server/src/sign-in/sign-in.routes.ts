import {
  browserProofSchema,
  captchaQuerySchema,
  captchaSchema,
  proofChallengeSchema,
} from '@mutual-transfer/domain/accounts/security-check';
import {
  loginSchema,
  passwordChangeSchema,
  registrationSchema,
  sessionSchema,
} from '@mutual-transfer/domain/accounts/user';
import { z } from 'zod';
import type { App, Dependencies } from '../dependencies.ts';
import { languageOf } from '../http/answers.ts';
import { admitBrowser } from '../http/browsers.ts';
import { signedIn } from '../http/policy.ts';
import { writeInTurn } from '../http/turns.ts';
import { changePassword } from './change-password.ts';
import { passwordCodeRoutes, passwordLinkRoutes } from './forgotten-password.ts';
import {
  createCaptcha,
  guardBrowser,
  guardCaptcha,
  guardChallenge,
  guardedLogin,
  guardedRegistration,
} from './guarded-entry.ts';
import { phoneCodeRoutes } from './phone-codes.routes.ts';
import { secondFactorRoutes } from './second-factor.ts';
import { endSessionOfAccount, markDevice } from './sessions-of-account.ts';

export function authRoutes(app: App, dependencies: Dependencies): void {
  questionRoutes(app, dependencies);
  browserRoutes(app, dependencies);
  sessionRoutes(app, dependencies);
  passwordRoutes(app, dependencies);
  secondFactorRoutes(app, dependencies);
  phoneCodeRoutes(app, dependencies);
  passwordLinkRoutes(app, dependencies);
  passwordCodeRoutes(app, dependencies);
}

/** Registers the routes of the security check and of the proof of work. */
function questionRoutes(app: App, dependencies: Dependencies): void {
  const { db, proofs, paidMessages, now } = dependencies;

  app.get(
    '/api/auth/captcha',
    {
      config: { policy: 'open', isUnmetered: 'form' },
      schema: {
        summary: 'Get a security question',
        querystring: captchaQuerySchema,
        response: { 200: captchaSchema },
      },
    },
    async (request) => {
      const isProved = await guardCaptcha(dependencies, request, request.query);
      return createCaptcha(db, { language: languageOf(request), isProved }, now());
    },
  );

  app.get(
    '/api/auth/proof',
    {
      config: { policy: 'open', isUnmetered: 'form' },
      schema: {
        summary: 'Get a proof-of-work task, for callers who were answered proof_needed',
        response: { 200: proofChallengeSchema },
      },
    },
    async (request) => {
      await guardChallenge(dependencies, request);
      const { parameters, signature = '' } = await proofs.challenge(now(), await paidMessages.isDear());
      return { parameters: { ...parameters }, signature };
    },
  );
}

/** Registers the route with which a browser pays for its reads beyond the ceiling of its address. */
function browserRoutes(app: App, dependencies: Dependencies): void {
  app.post(
    '/api/auth/proof',
    {
      config: { policy: 'open', isUnmetered: 'form' },
      schema: {
        summary:
          'Send a solved proof of work, so that this browser’s reads are answered: for reads that were answered proof_needed',
        body: browserProofSchema,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await guardBrowser(dependencies, request, request.body);
      admitBrowser(dependencies, request, reply);
      return reply.code(204).send(null);
    },
  );
}

function sessionRoutes(app: App, dependencies: Dependencies): void {
  const { db, now } = dependencies;

  app.post(
    '/api/auth/register',
    {
      config: {
        policy: 'open',
        isUnmetered: 'form',
      },
      schema: {
        summary: 'Create an account, with `consentVersion` for a person who accepts the privacy notice',
        body: registrationSchema,
        response: { 201: sessionSchema },
      },
    },
    writeInTurn(async (request, reply) => {
      const session = await guardedRegistration(dependencies, request);
      await markDevice(dependencies, request, reply, session.user._id);
      return reply.code(201).header('location', '/api/auth/profile').send(session);
    }),
  );

  app.post(
    '/api/auth/login',
    {
      config: {
        policy: 'open',
        isUnmetered: 'form',
      },
      schema: { summary: 'Sign in', body: loginSchema, response: { 200: sessionSchema } },
    },
    writeInTurn(async (request, reply) => {
      const session = await guardedLogin(dependencies, request);
      await markDevice(dependencies, request, reply, session.user._id);
      return session;
    }),
  );

  app.post(
    '/api/auth/logout',
    {
      config: { policy: 'session', idempotency: 'session', duringSetUp: 'always' },
      schema: { summary: 'End this session', response: { 204: z.null() } },
    },
    writeInTurn(async (request, reply) => {
      await endSessionOfAccount(db, signedIn(request).sessionId, now());
      return reply.code(204).send(null);
    }),
  );
}

function passwordRoutes(app: App, dependencies: Dependencies): void {
  app.put(
    '/api/auth/password',
    {
      config: { policy: 'session', duringSetUp: 'always' },
      schema: {
        summary: 'Change the caller’s password, end all sessions and start a new one',
        body: passwordChangeSchema,
        response: { 200: sessionSchema },
      },
    },
    writeInTurn((request) => changePassword(dependencies, request, request.body)),
  );
}
