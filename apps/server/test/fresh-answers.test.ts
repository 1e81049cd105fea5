import { nothingHidden } from '@mutual-transfer/domain/requests/transfer-request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdministrator, registerTeacher, type TestTeacher } from './testing/factories.ts';
import { steps, type Wisher, wish } from './testing/ring-of-three.ts';
import { signIn } from './testing/sessions.ts';
import { joinTestApp, startTestApp, type TestApp } from './testing/test-app.ts';

/** Two server processes on one database. */
let first: TestApp;
let second: TestApp;
let admin: TestTeacher;

/** Two teachers who want each other's place; the tests observe the answers to the reader. */
let reader: Wisher;
let partner: Wisher;

beforeAll(async () => {
  first = await startTestApp();
  second = await joinTestApp(first);
  admin = await makeAdministrator(first);
  const [[from, to]] = steps;
  reader = await wish(first, [from, to]);
  partner = await wish(first, [to, from], { registration: { name: 'Ishita Vats' } });
  await first.settled();
});
afterAll(async () => {
  await second.close();
  await first.close();
});

const polled = () =>
  ['/alerts', '/alerts/unread', '/requests/my', `/requests/${reader.requestId}/matches`] as const;

interface Poll {
  on: TestApp;
  path: string;
  token?: string;
  headers?: Record<string, string>;
}

/** Requests a path without `If-None-Match`. Returns the ETag, which shows whether the content changed. */
async function poll({ on, path, token = reader.teacher.token, headers = {} }: Poll) {
  const { statusCode, headers: answered } = await on.call({ url: `/api${path}`, token, headers });
  return { statusCode, tag: String(answered.etag), cacheControl: answered['cache-control'] };
}

/** Returns the ETags of all polled paths on one process. */
async function tagsOn(on: TestApp): Promise<Map<string, string>> {
  const tags = new Map<string, string>();
  for (const path of polled()) {
    const { statusCode, tag } = await poll({ on, path });
    expect([path, statusCode]).toEqual([path, 200]);
    tags.set(path.replace(reader.requestId, ':id'), tag);
  }
  return tags;
}

/** Makes a change through one of the processes. Returns the paths whose responses changed, the same ones on both. */
async function changedBy(change: () => Promise<unknown>): Promise<string[]> {
  await settled();
  const before = await tagsOn(first);
  expect(await tagsOn(second)).toEqual(before);
  await change();
  await settled();
  const after = await tagsOn(first);
  expect(await tagsOn(second)).toEqual(after);
  return [...after].flatMap(([path, tag]) => (before.get(path) === tag ? [] : [path]));
}

/** Waits until the background work of earlier calls is done. */
async function settled(): Promise<void> {
  for (const on of [first, second]) {
    await on.settled();
    await on.graph.caughtUp();
  }
}

const change = (
  through: TestApp,
  { token }: TestTeacher,
  method: 'PUT' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
) =>
  through.call({ method, url: `/api${path}`, token, ...(body ? { body } : {}) }).then((response) => {
    expect(response.statusCode, response.body).toBeLessThan(300);
    return response;
  });

it('a client that sends the ETag of an unchanged response gets 304', async () => {
  const { tag } = await poll({ on: first, path: '/requests/my' });
  const again = await poll({ on: second, path: '/requests/my', headers: { 'if-none-match': tag } });
  expect([again.statusCode, again.tag, again.cacheControl]).toEqual([304, tag, 'no-store']);
});

describe('a personal response is refreshed immediately, by both processes, when', () => {
  it('a match hides their name', async () => {
    const hide = (settings: object) => () =>
      change(first, partner.teacher, 'PUT', '/auth/privacy', {
        privacySettings: { ...nothingHidden, ...settings },
      });
    expect(await changedBy(hide({ hideName: true }))).toContain('/requests/:id/matches');
    expect(await changedBy(hide({}))).toContain('/requests/:id/matches');
  });

  it('an alert arrives, is read and is hidden', async () => {
    const message = { message: 'Shall we swap?' };
    const came = await changedBy(() =>
      change(second, partner.teacher, 'POST', `/alerts/${reader.teacher.user._id}`, message),
    );
    expect(came).toEqual(expect.arrayContaining(['/alerts', '/alerts/unread']));
    const { body } = await first.call({ url: '/api/alerts', token: reader.teacher.token });
    const [{ _id }] = JSON.parse(body).data.alerts;
    expect(await changedBy(() => change(first, reader.teacher, 'PATCH', `/alerts/${_id}/read`))).toContain(
      '/alerts/unread',
    );
    const hidden = () => change(second, reader.teacher, 'PATCH', `/alerts/${_id}/hidden`, { hidden: true });
    expect(await changedBy(hidden)).toContain('/alerts');
    await change(first, reader.teacher, 'PATCH', `/alerts/${_id}/hidden`, { hidden: false });
    await change(second, partner.teacher, 'POST', `/alerts/${reader.teacher.user._id}`, message);
  });

  it('the account of a sender is deactivated and reactivated', async () => {
    const { user } = partner.teacher;
    const toggle = () => change(second, admin, 'PUT', `/admin/users/${user._id}/toggle-status`);
    expect(await changedBy(toggle)).toEqual(
      expect.arrayContaining(['/alerts', '/alerts/unread', '/requests/:id/matches']),
    );
    expect(await changedBy(toggle)).toEqual(expect.arrayContaining(['/alerts', '/alerts/unread']));
    partner = { ...partner, teacher: { ...partner.teacher, token: await signIn(first, user._id) } };
  });

  it('a match blocks the reader, and unblocks', async () => {
    const blocked = `/blocks/${reader.teacher.user._id}`;
    const paths = await changedBy(() => change(second, partner.teacher, 'PUT', blocked));
    expect(paths).toEqual(expect.arrayContaining(['/alerts', '/requests/:id/matches']));
    const back = await changedBy(() => change(first, partner.teacher, 'DELETE', blocked));
    expect(back).toContain('/requests/:id/matches');
  });
});

describe('a personal response never shows data without permission when', () => {
  it('another teacher asks', async () => {
    const { tag } = await poll({ on: first, path: '/alerts' });
    const other = await registerTeacher(first);
    expect((await poll({ on: first, path: '/alerts', token: other.token })).tag).not.toBe(tag);
  });

  it('access requires payment', async () => {
    const path = '/alerts/unread';
    await change(first, admin, 'PUT', '/payment/settings', { isPaymentRequired: true, paymentAmount: 10 });
    expect((await poll({ on: second, path })).statusCode).toBe(402);
    await change(first, admin, 'PUT', '/payment/settings', { isPaymentRequired: false, paymentAmount: 10 });
    expect((await poll({ on: second, path })).statusCode).toBe(200);
  });

  it('the session ended', async () => {
    const token = await signIn(first, reader.teacher.user._id);
    expect((await poll({ on: second, path: '/auth/profile', token })).statusCode).toBe(200);
    await first.call({ method: 'POST', url: '/api/auth/logout', token });
    expect((await poll({ on: second, path: '/auth/profile', token })).statusCode).toBe(401);
  });
});
