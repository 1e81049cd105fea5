import { contactViews } from '@mutual-transfer/domain/accounts/contact-views';
import { captcha, captchaQuery, proofChallenge } from '@mutual-transfer/domain/accounts/credentials';
import { privacyChange } from '@mutual-transfer/domain/accounts/privacy';
import { account, login, passwordChange, registration, session } from '@mutual-transfer/domain/accounts/user';
import { z } from 'zod';
import type { App, Dependencies } from '../../dependencies.ts';
import { signedIn } from '../../http/policy.ts';
import { languageOf, say } from '../../http/responses/answers.ts';
import { attachment } from '../../http/responses/attachment.ts';
import { ifMatchHeader, withCurrent } from '../../http/turns/owner-tags.ts';
import { inTurn, slow, writeInTurn } from '../../http/turns/turns.ts';
import { findOwnAccount } from '../../members/accounts.queries.ts';
import { accountTag } from '../../members/owner-tags.ts';
import { changeOwnPrivacy } from '../../members/people.ts';
import { findContactViews } from '../../privacy/contact-views.queries.ts';
import { countShowing } from '../../privacy/count-showing.ts';
import { presentAccount } from '../../privacy/present.ts';
import { ownPrivacyOf } from '../../privacy/privacy-columns.ts';
import { markDevice } from '../device-mark.ts';
import { changePassword } from '../passwords/change-password.ts';
import { passwordCodeRoutes, passwordLinkRoutes } from '../passwords/forgotten-password.routes.ts';
import { phoneCodeRoutes } from '../phone/phone-codes.routes.ts';
import { exportAccount } from '../profile/export-account.queries.ts';
import { endSession } from '../sessions-of-account.ts';
import { createCaptcha } from './captchas.ts';
import { guardCaptcha, guardChallenge, guardedLogin, guardedRegistration } from './guarded-entry.ts';

/** Cost of an export in points of the read budget. An export reads everything about an account. */
const EXPORT_COST = 20;

export function authRoutes(app: App, dependencies: Dependencies): void {
  questionRoutes(app, dependencies);
  sessionRoutes(app, dependencies);
  accountRoutes(app, dependencies);
  privacyRoutes(app, dependencies);
  phoneCodeRoutes(app, dependencies);
  passwordLinkRoutes(app, dependencies);
  passwordCodeRoutes(app, dependencies);
}

/** Registers the routes of the security check and of the proof of work. */
function questionRoutes(app: App, dependencies: Dependencies): void {
  const { db, proofs, now } = dependencies;

  app.get(
    '/api/auth/captcha',
    {
      config: { policy: 'open', isUnmetered: 'form' },
      schema: { summary: 'Get a security question', querystring: captchaQuery, response: { 200: captcha } },
    },
    async (request) => {
      await guardCaptcha(dependencies, request, request.query);
      return createCaptcha(db, languageOf(request), now());
    },
  );

  app.get(
    '/api/auth/proof',
    {
      config: { policy: 'open', isUnmetered: 'form' },
      schema: {
        summary: 'Get a proof-of-work task, for callers who were answered proof_needed',
        response: { 200: proofChallenge },
      },
    },
    async (request) => {
      await guardChallenge(dependencies, request);
      const { parameters, signature = '' } = await proofs.challenge(now());
      return { parameters: { ...parameters }, signature };
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
        summary: 'Create an account and agree to the notice about personal data at /notice',
        body: registration,
        response: { 201: session },
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
      schema: { summary: 'Sign in', body: login, response: { 200: session } },
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
      config: { policy: 'session', idempotency: 'session' },
      schema: { summary: 'End this session', response: { 204: z.null() } },
    },
    writeInTurn(async (request, reply) => {
      await endSession(db, signedIn(request).sessionId, now());
      return reply.code(204).send(null);
    }),
  );
}

function accountRoutes(app: App, dependencies: Dependencies): void {
  const { db } = dependencies;

  app.get(
    '/api/auth/profile',
    {
      config: { policy: 'session' },
      schema: { summary: 'Get the caller’s account', response: { 200: account } },
    },
    inTurn(async (request) => {
      const { userId } = signedIn(request);
      const row = await findOwnAccount(db, userId);
      request.ownerTag = accountTag(row);
      return presentAccount(row);
    }),
  );

  app.put(
    '/api/auth/password',
    {
      config: { policy: 'session' },
      schema: {
        summary: 'Change the caller’s password, end all sessions and start a new one',
        body: passwordChange,
        response: { 200: session },
      },
    },
    writeInTurn((request) => changePassword(dependencies, request, request.body)),
  );

  app.get(
    '/api/auth/export',
    {
      config: { policy: 'session', whileImpersonating: 'refused', cost: EXPORT_COST },
      schema: {
        summary: 'Export everything that is stored about the caller',
        response: { 200: z.record(z.string(), z.unknown()) },
      },
    },
    slow(async (request, reply) => {
      reply.header('content-disposition', attachment(say(request, 'file.account')));
      return exportAccount(db, signedIn(request).userId);
    }),
  );
}

/** Registers the routes of the caller's privacy settings, and of the people who saw the caller's contact. */
function privacyRoutes(app: App, { db, limits }: Dependencies): void {
  app.put(
    '/api/auth/privacy',
    {
      config: { policy: 'session', whileImpersonating: 'refused' },
      schema: {
        summary: 'Change what the caller’s account hides; an open request may hide more',
        body: privacyChange,
        headers: ifMatchHeader,
        response: { 200: account },
      },
    },
    writeInTurn(async (request) => {
      const { userId } = signedIn(request);
      const { privacySettings: wanted } = request.body;
      const before = ownPrivacyOf(await findOwnAccount(db, userId));
      const change = { privacy: wanted, ifMatch: request.headers['if-match'] };
      const row = await countShowing({ limits, request }, { before, wanted }, () =>
        withCurrent(changeOwnPrivacy(db, userId, change), async () =>
          presentAccount(await findOwnAccount(db, userId)),
        ),
      );
      request.ownerTag = accountTag(row);
      return presentAccount(row);
    }),
  );

  app.get(
    '/api/auth/contact-views',
    {
      config: { policy: 'session', whileImpersonating: 'refused' },
      schema: {
        summary: 'List who saw the caller’s phone number or email address in the last 90 days',
        response: { 200: contactViews },
      },
    },
    inTurn((request) => findContactViews(db, signedIn(request))),
  );
}
