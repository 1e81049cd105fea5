import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Agent, createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { DEFAULT_LANGUAGE } from '@mutual-transfer/domain/language/language';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { decrypt } from 'http_ece';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import webPush from 'web-push';
import { registerTeacher, solveCaptcha, type TestTeacher } from '../../../test/testing/factories.ts';
import { waitingForLocks } from '../../../test/testing/locks.ts';
import { type Certificate, makeCertificate } from '../../../test/testing/processes/certificate.ts';
import { startTestApp, type TestApp, testLinks } from '../../../test/testing/test-app.ts';
import { readConfig } from '../../platform/config.ts';
import { createNotices } from '../notices.ts';
import { sendNotices } from '../send-deliveries.ts';
import { createPush } from './push.ts';

const vapid = webPush.generateVAPIDKeys();
const configWith = (services: string) =>
  readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'https://product.example',
    VAPID_PUBLIC_KEY: vapid.publicKey,
    VAPID_PRIVATE_KEY: vapid.privateKey,
    PUSH_SERVICES: services,
  });

/** Returns the subscription of a new browser, and a function that decrypts a message with the keys of that browser. */
function newBrowser(port: number, path: string) {
  const pair = createECDH('prime256v1');
  const auth = randomBytes(16);
  const p256dh = pair.generateKeys('base64url');
  return {
    subscription: {
      endpoint: `https://localhost:${port}/${path}`,
      keys: { p256dh, auth: auth.toString('base64url') },
    },
    read: (body: Buffer) =>
      JSON.parse(
        decrypt(body, {
          version: 'aes128gcm',
          privateKey: pair,
          authSecret: auth.toString('base64url'),
        }).toString(),
      ) as unknown,
  };
}

/** Responses without an end that are open. */
const endless = new Set<ServerResponse>();

/** Sends bytes until the reader closes the connection. */
async function sendForever(response: ServerResponse, bytes: number, pauseMs: number): Promise<void> {
  endless.add(response);
  response.on('close', () => endless.delete(response));
  while (!response.destroyed) {
    response.write(Buffer.alloc(bytes));
    await setTimeout(pauseMs);
  }
}

describe('notices to browsers', () => {
  let certificate: Certificate;
  let service: Server;
  let port: number;
  let config: ReturnType<typeof configWith>;
  let test: TestApp;
  let teacher: TestTeacher;
  const received: { path: string; headers: NodeJS.Dict<string | string[]>; body: Buffer }[] = [];
  const answers = new Map<string, number>();
  let deadlineMs: number | undefined;

  beforeAll(async () => {
    const made = makeCertificate('DNS:localhost,IP:127.0.0.1');
    certificate = made;
    service = createServer({ key: made.key, cert: made.certificate }, async (request, response) => {
      const path = (request.url ?? '').slice(1);
      received.push({ path, headers: request.headers, body: await buffer(request) });
      response.writeHead(answers.get(path) ?? 201);
      if (path === 'endless') return sendForever(response, 64_000, 0);
      if (path === 'dripping') return sendForever(response, 1, 20);
      response.end();
    });
    await once(service.listen(0, '127.0.0.1'), 'listening');
    ({ port } = service.address() as AddressInfo);
    config = configWith(`localhost:${port}`);
    test = await startTestApp(() => ({ config }));
  });
  afterAll(async () => {
    await test.close();
    service.closeAllConnections();
    service.close();
  });
  beforeEach(async () => {
    teacher = await registerTeacher(test);
    received.length = 0;
    answers.clear();
    deadlineMs = undefined;
  });

  const subscribe = (body: unknown) =>
    test.call({ method: 'POST', url: '/api/notices/devices', body, token: teacher.token });

  const unsubscribe = (endpoint: string) =>
    test.call({
      method: 'DELETE',
      url: '/api/notices/devices',
      body: { endpoint },
      token: teacher.token,
    });

  async function logInAgain(): Promise<string> {
    const body = { email: teacher.user.email, password: teacher.password, ...(await solveCaptcha(test)) };
    return (await test.call({ method: 'POST', url: '/api/auth/login', body })).json().token;
  }

  const settings = async () =>
    (await test.call({ url: '/api/notices/settings', token: teacher.token })).json();

  async function notifyAndSend(): Promise<string[]> {
    const { db } = test.database;
    if (config.push === undefined) throw new Error('push is configured');
    const push = createPush(db, config.push, {
      agent: new Agent({ ca: certificate.certificate }),
      deadlineMs,
    });
    const notice = {
      recipientId: teacher.user._id,
      content: { kind: 'ring' as const, block: 'danapur', length: 4, requests: [] },
    };
    await db.transaction().execute((transaction) => createNotices(transaction, [notice], test.clock.now));
    await sendNotices({ db, channels: [push], links: testLinks, now: () => test.clock.now });
    const rows = await db
      .selectFrom('deliveries')
      .select('state')
      .where('user_id', '=', teacher.user._id)
      .execute();
    return rows.map(({ state }) => state);
  }

  it('are encrypted for the browser and signed by the server', async () => {
    const browser = newBrowser(port, 'one');
    expect((await subscribe(browser.subscription)).statusCode).toBe(201);
    expect(await notifyAndSend()).toEqual(['sent']);
    const [push] = received;
    expect(push?.headers['content-encoding']).toBe('aes128gcm');
    expect(push?.headers.authorization).toContain(`k=${vapid.publicKey}`);
    expect(push?.body.toString('latin1')).not.toContain('Danapur');
    expect(browser.read(push?.body as Buffer)).toEqual({
      title: messagesIn(DEFAULT_LANGUAGE)('notice.product'),
      body: expect.stringContaining('Danapur'),
      link: 'https://product.example/?tab=my',
    });
  });

  it('are sent although the push service answers without an end, of which only a bound is read', async () => {
    await subscribe(newBrowser(port, 'endless').subscription);
    expect(await notifyAndSend()).toEqual(['sent']);
    await expect.poll(() => endless.size).toBe(0);
  });

  it('wait while a push service answers byte by byte beyond the deadline of the call', async () => {
    deadlineMs = 200;
    await subscribe(newBrowser(port, 'dripping').subscription);
    expect(await notifyAndSend()).toEqual(['waiting']);
    await expect.poll(() => endless.size).toBe(0);
  });

  it('delete a subscription that ended', async () => {
    await subscribe(newBrowser(port, 'gone').subscription);
    await subscribe(newBrowser(port, 'there').subscription);
    answers.set('gone', 410);
    expect(await notifyAndSend()).toEqual(['sent']);
    expect(received.map(({ path }) => path).toSorted()).toEqual(['gone', 'there']);
    expect((await settings()).pushDevices).toBe(1);
  });

  it('wait while the push service fails, and end with the last subscription', async () => {
    await subscribe(newBrowser(port, 'busy').subscription);
    answers.set('busy', 503);
    expect(await notifyAndSend()).toEqual(['waiting']);
    answers.set('busy', 404);
    test.clock.now = new Date(test.clock.now.getTime() + 120_000);
    await notifyAndSend();
    expect((await settings()).pushDevices).toBe(0);
  });

  it('accept no subscription at a host that is no configured push service', async () => {
    for (const endpoint of [
      'https://169.254.169.254/latest/meta-data',
      'https://localhost.evil.example/x',
      'http://localhost/x',
      'https://notlocalhost/x',
      'https://localhost/x',
      `https://localhost:${port + 1}/x`,
      `https://name:password@localhost:${port}/x`,
      `https://localhost:${port}/x\0`,
      `https://localhost:${port}/a\r\nHost: x`,
    ]) {
      const { keys } = newBrowser(port, 'x').subscription;
      expect((await subscribe({ endpoint, keys })).statusCode, endpoint).toBe(400);
      const known = [await subscribe({ endpoint, keys, isKnown: true }), await unsubscribe(endpoint)];
      for (const { statusCode } of known) expect(statusCode, endpoint).toBeLessThan(500);
    }
    expect((await settings()).pushDevices).toBe(0);
  });

  it('accept no subscription with malformed keys, and report the field', async () => {
    const { endpoint, keys } = newBrowser(port, 'x').subscription;
    const offCurve = Buffer.concat([Buffer.from([4]), randomBytes(64)]).toString('base64url');
    const malformed = {
      'keys.p256dh': [
        offCurve,
        keys.p256dh.slice(0, -1),
        `${keys.p256dh}AA`,
        `A${keys.p256dh.slice(1)}`,
        'B',
        '',
      ],
      'keys.auth': [keys.auth.slice(0, -1), `${keys.auth}A`, 'secret', '', '!'.repeat(22)],
    };
    for (const [field, values] of Object.entries(malformed)) {
      for (const value of values) {
        const [, name = ''] = field.split('.');
        const answer = await subscribe({ endpoint, keys: { ...keys, [name]: value } });
        expect([answer.statusCode, Object.keys(answer.json().fields)], value).toEqual([400, [field]]);
      }
    }
    const padded = { p256dh: `${keys.p256dh}=`, auth: `${keys.auth}==` };
    expect((await subscribe({ endpoint, keys: padded })).statusCode).toBe(201);
  });

  it('stop at logout, but not when the session expires', async () => {
    const other = await logInAgain();
    await subscribe(newBrowser(port, 'one').subscription);
    const body = newBrowser(port, 'other').subscription;
    await test.call({ method: 'POST', url: '/api/notices/devices', body, token: other });
    await test.call({ method: 'POST', url: '/api/auth/logout', token: other });
    expect(await notifyAndSend()).toEqual(['sent']);
    expect(received.map(({ path }) => path)).toEqual(['one']);
    await test.database.db.deleteFrom('sessions').where('user_id', '=', teacher.user._id).execute();
    const kept = test.database.db.selectFrom('push_devices').select('session_id');
    expect(await kept.where('user_id', '=', teacher.user._id).execute()).toEqual([{ session_id: null }]);
  });

  it.each([{}, { isKnown: true }])('do not follow a session that ends meanwhile (%j)', async (known) => {
    const { subscription } = newBrowser(port, 'leaving');
    await subscribe(subscription);
    // As after the expiry of an earlier session of the browser.
    const devices = test.database.db.updateTable('push_devices').set({ session_id: null });
    await devices.where('user_id', '=', teacher.user._id).execute();
    const ending = await test.database.pool.connect();
    await ending.query('begin');
    await ending.query('update sessions set ended_at = now() where user_id = $1', [teacher.user._id]);
    const sent = subscribe({ ...subscription, ...known });
    await Promise.race([sent, expect.poll(() => waitingForLocks(test.database)).toBe(1)]);
    await ending.query('commit');
    ending.release();
    expect((await sent).statusCode).toBe(401);
  });

  it('continue in a new session of the same person, and stop when another person signs in', async () => {
    const { subscription } = newBrowser(port, 'lent');
    await subscribe(subscription);
    const follow = async (token: string) => {
      const body = { ...subscription, isKnown: true };
      return (await test.call({ method: 'POST', url: '/api/notices/devices', body, token })).statusCode;
    };
    expect(await follow(await logInAgain())).toBe(201);
    expect((await settings()).pushDevices).toBe(1);
    const other = await registerTeacher(test);
    expect(await follow(other.token)).toBe(404);
    expect((await settings()).pushDevices).toBe(0);
  });

  it('are not stopped for the next person by a repeated call of the previous one', async () => {
    const { subscription } = newBrowser(port, 'passed-on');
    await subscribe(subscription);
    const followed = {
      method: 'POST' as const,
      url: '/api/notices/devices',
      body: { ...subscription, isKnown: true },
      token: await logInAgain(),
      headers: { 'idempotency-key': 'sent-twice' },
    };
    expect((await test.call(followed)).statusCode).toBe(201);
    teacher = await registerTeacher(test);
    await subscribe(subscription);
    const repeated = await test.call(followed);
    expect([repeated.statusCode, repeated.headers['idempotent-replayed']]).toEqual([201, 'true']);
    expect((await settings()).pushDevices).toBe(1);
  });

  it('stop on all devices after a change of password', async () => {
    await subscribe(newBrowser(port, 'first').subscription);
    const body = { currentPassword: teacher.password, newPassword: 'a quiet orchard' };
    const { token } = (
      await test.call({ method: 'PUT', url: '/api/auth/password', body, token: teacher.token })
    ).json();
    const { pushDevices } = (await test.call({ url: '/api/notices/settings', token })).json();
    expect(pushDevices).toBe(0);
  });

  it('stop when the browser unsubscribes, and move to another account that subscribes it', async () => {
    const { subscription } = newBrowser(port, 'shared');
    await subscribe(subscription);
    const first = teacher;
    teacher = await registerTeacher(test);
    await subscribe(subscription);
    const url = '/api/notices/settings';
    expect((await test.call({ url, token: first.token })).json().pushDevices).toBe(0);
    expect((await settings()).pushDevices).toBe(1);
    const body = { endpoint: subscription.endpoint };
    await test.call({ method: 'DELETE', url: '/api/notices/devices', body, token: first.token });
    expect((await settings()).pushDevices).toBe(1);
    await test.call({ method: 'DELETE', url: '/api/notices/devices', body, token: teacher.token });
    expect((await settings()).pushDevices).toBe(0);
  });
});
