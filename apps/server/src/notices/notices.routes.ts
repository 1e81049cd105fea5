import {
  type NoticeSettings,
  noticeChoices,
  noticeSettings,
  pushDevice,
} from '@mutual-transfer/domain/notices/notice-settings';
import { confirmation } from '@mutual-transfer/domain/problem';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { say } from '../http/answers.ts';
import type { App } from '../http/dependencies.ts';
import { signedIn } from '../http/policy.ts';
import type { NoticeDependencies } from './dependencies.ts';
import { addDevice, countDevices, followSession, removeDevice } from './push-devices.ts';
import { findChoices, saveChoices, stopChannel } from './settings.ts';

const withToken = z.strictObject({ token: z.string().max(600) });
const deviceAddress = pushDevice.pick({ endpoint: true });

/** Which notices are sent by which channel, when, and to which browsers. */
export function noticeRoutes(app: App, dependencies: NoticeDependencies): void {
  const { db, config, channels, now } = dependencies;

  async function settingsOf(userId: string): Promise<NoticeSettings> {
    const choicesOf = await findChoices(db, [userId]);
    return {
      data: {
        choices: choicesOf(userId),
        available: channels.map(({ name }) => name),
        ...(config.push === undefined ? {} : { pushKey: config.push.publicKey }),
        pushDevices: await countDevices(db, userId),
      },
    };
  }

  app.get(
    '/api/notices/settings',
    {
      config: { policy: 'session' },
      schema: {
        summary: 'Which notices one is sent, by which channels and when',
        response: { 200: noticeSettings },
      },
    },
    (request) => settingsOf(signedIn(request).userId),
  );

  app.put(
    '/api/notices/settings',
    {
      config: { policy: 'session' },
      schema: {
        summary: 'Choose which notices one is sent',
        body: noticeChoices,
        response: { 200: noticeSettings },
      },
    },
    async (request) => {
      const { userId } = signedIn(request);
      await saveChoices(db, userId, request.body);
      return settingsOf(userId);
    },
  );

  app.post(
    '/api/notices/devices',
    {
      config: { policy: 'session' },
      schema: { summary: 'Send notices to this browser', body: pushDevice, response: { 201: confirmation } },
    },
    async (request, reply) => {
      if (config.push === undefined) throw new AppError('not_found');
      const { userId, sessionId } = signedIn(request);
      const { isKnown = false, ...device } = request.body;
      const own = { ...device, userId, sessionId };
      await (isKnown ? followSession(db, own) : addDevice(db, config.push, own, now()));
      return reply.code(201).send({ message: say(request, 'done.deviceAdded') });
    },
  );

  app.delete(
    '/api/notices/devices',
    {
      config: { policy: 'session' },
      schema: {
        summary: 'Send no more notices to this browser',
        body: deviceAddress,
        response: { 200: confirmation },
      },
    },
    async (request) => {
      await removeDevice(db, signedIn(request).userId, request.body.endpoint);
      return { message: say(request, 'done.deviceRemoved') };
    },
  );

  app.register(async (scope: App) => stopRoute(scope, dependencies));
}

/** The one-click way out of RFC 8058, which mail services call with a form of their own. */
function stopRoute(app: App, { db, links }: NoticeDependencies): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, _body, done) => done(null, undefined),
  );
  app.post(
    '/api/notices/stop',
    {
      config: { policy: 'open', budget: 'entry' },
      schema: {
        summary: 'Stop messages of a channel by the link in one of them',
        querystring: withToken,
        response: { 200: confirmation },
      },
    },
    async (request) => {
      const found = await links.readStop(request.query.token);
      if (found === undefined) throw new AppError('not_found');
      await stopChannel(db, found.userId, found.channel);
      return { message: say(request, 'done.channelStopped') };
    },
  );
}
