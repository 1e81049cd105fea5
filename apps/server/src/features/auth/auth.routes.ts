import { captcha } from '@mutual-transfer/domain/credentials';
import { account, login, registration, session } from '@mutual-transfer/domain/user';
import { z } from 'zod';
import type { App, Dependencies } from '../../dependencies.ts';
import { presentAccount } from '../../people/present.ts';
import { languageOf } from '../../plugins/answers.ts';
import { signedIn } from '../../plugins/policy.ts';
import { logIn, logOut, register } from './auth.service.ts';
import { createCaptcha, useCaptcha } from './captchas.ts';

export function authRoutes(app: App, dependencies: Dependencies): void {
  const { db, limits, now } = dependencies;

  app.get(
    '/api/auth/captcha',
    { config: { policy: 'open' }, schema: { summary: 'A security question', response: { 200: captcha } } },
    (request) => createCaptcha(db, languageOf(request), now()),
  );

  app.post(
    '/api/auth/register',
    {
      config: { policy: 'open' },
      schema: { summary: 'Create an account', body: registration, response: { 201: session } },
    },
    async (request, reply) => {
      await useCaptcha(db, request.body, now());
      await limits.registration(request.ip);
      return reply.code(201).send(await register(dependencies, request.body));
    },
  );

  app.post(
    '/api/auth/login',
    { config: { policy: 'open' }, schema: { summary: 'Sign in', body: login, response: { 200: session } } },
    async (request) => {
      await limits.login(request.ip, request.body.email);
      await useCaptcha(db, request.body, now());
      return logIn(dependencies, request.body);
    },
  );

  app.post(
    '/api/auth/logout',
    { config: { policy: 'session' }, schema: { summary: 'End this session', response: { 204: z.null() } } },
    async (request, reply) => {
      await logOut(db, signedIn(request).sessionId, now());
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/api/auth/profile',
    { config: { policy: 'session' }, schema: { summary: "One's own account", response: { 200: account } } },
    async (request) => {
      const { userId } = signedIn(request);
      return presentAccount(
        await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow(),
      );
    },
  );
}
