import { confirmationSchema } from '@mutual-transfer/domain/confirmation';
import {
  linkTokenSchema,
  type NoticeSettings,
  noticeChoicesSchema,
  noticeSettingsSchema,
  pushDeviceSchema,
} from '@mutual-transfer/domain/notices/notice-settings';
import { pagePaths } from '@mutual-transfer/domain/pages';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App, Dependencies } from '../dependencies.ts';
import { languageOf, say } from '../http/answers.ts';
import { once } from '../http/idempotency.ts';
import { ifMatchHeader, withCurrent } from '../http/if-match.ts';
import { signedIn } from '../http/policy.ts';
import { inTurn, writeInTurn } from '../http/turns.ts';
import { AppError } from '../platform/errors.ts';
import { bounceRoutes } from './bounces.ts';
import {
  addDevice,
  countDevices,
  followPushSession,
  removeDevice,
  removeDeviceOfOthers,
} from './channels/push-devices.ts';

import { confirmByLink, emailState, sendLinkAgain, stopByLink } from './email-address.ts';
import { changeChoices, choicesTag, findChoices } from './settings.ts';

const withToken = z.strictObject({ token: z.string().max(600).describe('Token of the link in a message') });
const deviceAddress = pushDeviceSchema.pick({ endpoint: true });
/** Encodings in which RFC 8058 lets a mail service send the form of `List-Unsubscribe`. */
const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** Registers the routes of the notice settings, of subscribed browsers, and of confirming an address and of stopping its mails. */
export function noticeRoutes(app: App, dependencies: Dependencies): void {
  settingsRoutes(app, dependencies);
  deviceRoutes(app, dependencies);
  confirmationRoutes(app, dependencies);
  bounceRoutes(app, dependencies);
  app.register(async (scope: App) => stopRoutes(scope, dependencies));
}

function settingsRoutes(app: App, { db, config, channels }: Dependencies): void {
  async function settingsOf(request: FastifyRequest): Promise<NoticeSettings> {
    const { userId } = signedIn(request);
    const choicesOf = await findChoices(db, [userId]);
    request.ownerTag = choicesTag(choicesOf(userId));
    return {
      choices: choicesOf(userId),
      available: channels.map(({ name }) => name),
      email: await emailState(db, userId),
      ...(config.push === undefined ? {} : { pushKey: config.push.publicKey }),
      pushDevices: await countDevices(db, userId),
    };
  }

  app.get(
    '/api/notices/settings',
    {
      config: { policy: 'session' },
      schema: {
        summary: 'Get the notice settings and the available channels',
        response: { 200: noticeSettingsSchema },
      },
    },
    inTurn((request) => settingsOf(request)),
  );

  app.put(
    '/api/notices/settings',
    {
      config: { policy: 'session' },
      schema: {
        summary: 'Set channels of notices by topic, quiet hours and the daily message',
        body: noticeChoicesSchema,
        headers: ifMatchHeader,
        response: { 200: noticeSettingsSchema },
      },
    },
    writeInTurn(async (request) => {
      const { userId } = signedIn(request);
      const change = { choices: request.body, ifMatch: request.headers['if-match'] };
      await withCurrent(changeChoices(db, userId, change), () => settingsOf(request));
      return settingsOf(request);
    }),
  );
}

function deviceRoutes(app: App, dependencies: Dependencies): void {
  const { db, config, now } = dependencies;

  app.post(
    '/api/notices/devices',
    {
      config: { policy: 'session', idempotency: 'key' },
      schema: {
        summary: 'Subscribe this browser to notices',
        body: pushDeviceSchema,
        response: { 201: confirmationSchema },
      },
    },
    writeInTurn(async (request, reply) => {
      const { push } = config;
      if (push === undefined) throw new AppError('not_found');
      const { userId, sessionId } = signedIn(request);
      const { isKnown = false, ...device } = request.body;
      const own = { ...device, userId, sessionId };
      return once(request, reply, {
        change: async (commit) => {
          // Outside the transaction, which `followSession` aborts for a browser without a subscription of this account.
          if (isKnown) await removeDeviceOfOthers(db, own);
          return commit(async (transaction) => {
            await (isKnown ? followPushSession(transaction, own) : addDevice(transaction, push, own, now()));
            return { status: 201 };
          });
        },
        answer: () => ({ message: say(request, 'done.deviceAdded') }),
      });
    }),
  );

  app.delete(
    '/api/notices/devices',
    {
      config: { policy: 'session' },
      schema: {
        summary: 'Unsubscribe a browser from notices',
        body: deviceAddress,
        response: { 200: confirmationSchema },
      },
    },
    writeInTurn(async (request) => {
      await removeDevice(db, signedIn(request).userId, request.body.endpoint);
      return { message: say(request, 'done.deviceRemoved') };
    }),
  );
}

function confirmationRoutes(app: App, dependencies: Dependencies): void {
  const { db, links, now } = dependencies;

  app.post(
    '/api/notices/email-link',
    {
      config: { policy: 'session', idempotency: 'code' },
      schema: {
        summary:
          'Send the caller’s mailbox the link that confirms the address, or starts stopped mails again',
        response: { 202: confirmationSchema },
      },
    },
    writeInTurn(async (request, reply) => {
      const { userId } = signedIn(request);
      await sendLinkAgain(dependencies, request, { userId, language: languageOf(request) });
      return reply.code(202).send({ message: say(request, 'done.emailLinkSent') });
    }),
  );

  app.post(
    '/api/notices/email-confirmation',
    {
      config: { policy: 'open', budget: 'links' },
      schema: {
        summary: 'Confirm an email address by the link that was mailed to it',
        body: linkTokenSchema,
        response: { 200: confirmationSchema },
      },
    },
    writeInTurn(async (request) => {
      await confirmByLink(db, await links.readConfirmation(request.body.token, now()), now());
      return { message: say(request, 'done.emailConfirmed') };
    }),
  );
}

/**
 * Registers the URL of `List-Unsubscribe`. Mail services with one-click unsubscription (RFC 8058) post a form to it; other mail programs
 * open it in a browser, which is redirected to the page with the button. A `GET` changes nothing, because mail scanners open every link.
 */
function stopRoutes(app: App, { db, links, now }: Dependencies): void {
  app.get(
    '/api/notices/stop',
    {
      config: { policy: 'open' },
      // Only browsers open this URL, so the API description does not contain it.
      schema: { hide: true, querystring: withToken, response: { 303: z.null() } },
    },
    inTurn(async (request, reply) =>
      reply.redirect(`${pagePaths.stop}?${new URLSearchParams(request.query)}`, 303),
    ),
  );

  app.addContentTypeParser(formTypes, { parseAs: 'string' }, (_request, _body, done) =>
    done(null, undefined),
  );
  app.post(
    '/api/notices/stop',
    {
      config: { policy: 'open', budget: 'links' },
      schema: {
        summary: 'Stop the mails to a mailbox by the link in one of them',
        querystring: withToken,
        response: { 200: confirmationSchema },
      },
    },
    writeInTurn(async (request) => {
      const found = await links.readStop(request.query.token);
      if (found === undefined) throw new AppError('not_found');
      await stopByLink(db, found, now());
      return { message: say(request, 'done.channelStopped') };
    }),
  );
}
