// This file is long because every kind of change is made between the same two processes and observed by the same
// polls.
import type { Impersonation } from '@mutual-transfer/domain/administration/administration';
import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import { nothingHidden } from '@mutual-transfer/domain/requests/transfer-request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../src/platform/config.ts';
import { answer, proposed } from './testing/agreements.ts';
import { makeAdministrator, type TestTeacher } from './testing/factories.ts';
import { ringOfThree, steps, type Wisher, wish } from './testing/ring-of-three.ts';
import { writeRule } from './testing/rules.ts';
import { signIn } from './testing/sessions.ts';
import { joinTestApp, startTestApp, type TestApp } from './testing/test-app.ts';

/**
 * Two server processes on one database. The contact budget is three, so that a test can use it up and open a contact by setting the clock.
 */
let first: TestApp;
let second: TestApp;
let admin: TestTeacher;

/** Three teachers who can form a ring; the tests observe the dashboard of the first one. */
let reader: Wisher;
let next: Wisher;
let last: Wisher;
/** Teacher who would swap with the reader. */
let partner: Wisher;

const CONTACTS_A_DAY = 3;
const DAY = 86_400_000;
const SUBJECT = 'Urdu';

beforeAll(async () => {
  const environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    CONTACTS_A_DAY_FROM_MATCHES: String(CONTACTS_A_DAY),
  };
  const config = { ...readConfig(environment), announceAfterMinutes: 0 };
  first = await startTestApp(() => ({ config }));
  second = await joinTestApp(first, { config });
  admin = await makeAdministrator(first);
  [reader, next, last] = await ringOfThree(first, SUBJECT);
  partner = await wishBack('Ishita Vats');
  await first.settled();
});
afterAll(async () => {
  await second.close();
  await first.close();
});

/** Registers a teacher whose wish is the reader's place and whose place is the reader's wish. */
function wishBack(name: string): Promise<Wisher> {
  const [[from, to]] = steps;
  return wish(first, [to, from], { registration: { subject: SUBJECT, name } });
}

/** Returns the paths that the reader's dashboard and its frame poll every 30 seconds. */
const polled = () =>
  [
    '/auth/profile',
    '/requests/my',
    '/alerts?includeHidden=true&limit=3',
    '/alerts',
    '/alerts/unread',
    '/agreements?waiting=true',
    '/matches',
    `/requests/${reader.requestId}/matches`,
    `/requests/${reader.requestId}/rings`,
  ] as const;

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
  for (const path of polled()) tags.set(path, (await poll({ on, path })).tag);
  return tags;
}

/**
 * Polls everything on both processes.
 * @returns the paths whose responses differ from before.
 */
async function changedSince(tags: ReadonlyMap<string, string>): Promise<string[]> {
  const changed = new Map<TestApp, string[]>();
  for (const on of [first, second]) {
    const paths: string[] = [];
    for (const [path, tag] of tags) {
      const again = await poll({ on, path });
      expect([path, again.statusCode]).toEqual([path, 200]);
      if (again.tag !== tag) paths.push(path.replace(reader.requestId, ':id').replace(/\?.*/, ''));
    }
    changed.set(on, paths);
  }
  expect(changed.get(second)).toEqual(changed.get(first));
  return changed.get(first) ?? [];
}

/** Makes a change through one of the processes. Returns the paths whose responses changed. */
async function changedBy(change: () => Promise<unknown>): Promise<string[]> {
  await settled();
  const tags = await tagsOn(first);
  // Both processes must have cached these responses.
  expect(await tagsOn(second)).toEqual(tags);
  await change();
  await settled();
  return changedSince(tags);
}

/** Waits until the background work of earlier calls is done. */
async function settled(): Promise<void> {
  for (const on of [first, second]) {
    await on.settled();
    await on.graph.caughtUp();
  }
}

/** Sets the clock of both processes, and signs in again the teachers whose sessions expire before `moment`. */
async function setClock(moment: Date): Promise<void> {
  first.clock.now = moment;
  const anew = async (teacher: TestTeacher) => ({ ...teacher, token: await signIn(first, teacher.user._id) });
  admin = await anew(admin);
  reader = { ...reader, teacher: await anew(reader.teacher) };
  next = { ...next, teacher: await anew(next.teacher) };
  last = { ...last, teacher: await anew(last.teacher) };
  partner = { ...partner, teacher: await anew(partner.teacher) };
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

const hide = (through: TestApp, teacher: TestTeacher, what: object) =>
  change(through, teacher, 'PUT', '/auth/privacy', { privacySettings: { ...nothingHidden, ...what } });

it('a personal response is not stored by the browser', async () => {
  expect((await poll({ on: first, path: '/auth/profile' })).cacheControl).toBe('no-store');
});

it('a client that sends the ETag of an unchanged response gets 304', async () => {
  const { tag } = await poll({ on: first, path: '/requests/my' });
  const again = await poll({ on: second, path: '/requests/my', headers: { 'if-none-match': tag } });
  expect([again.statusCode, again.tag, again.cacheControl]).toEqual([304, tag, 'no-store']);
});

describe('a personal response is refreshed immediately, by both processes, when', () => {
  it('the reader changes what they hide', async () => {
    const paths = await changedBy(() => hide(second, reader.teacher, { hidePhone: true }));
    expect(paths).toEqual(expect.arrayContaining(['/auth/profile']));
    expect(await changedBy(() => hide(first, reader.teacher, {}))).toContain('/auth/profile');
  });

  it('a match hides their name', async () => {
    const paths = await changedBy(() => hide(first, partner.teacher, { hideName: true }));
    expect(paths).toContain('/requests/:id/matches');
  });

  it('a match appears and disappears', async () => {
    let other: Wisher | undefined;
    const paths = await changedBy(async () => {
      other = await wishBack('Nalini Rohit');
      await first.settled();
    });
    expect(paths).toEqual(expect.arrayContaining(['/requests/:id/matches', '/alerts', '/alerts/unread']));
    const { teacher, requestId } = other as Wisher;
    const gone = await changedBy(() => change(second, teacher, 'DELETE', `/requests/${requestId}`));
    expect(gone).toContain('/requests/:id/matches');
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
    const toggle = () =>
      change(second, admin, 'PUT', `/admin/users/${partner.teacher.user._id}/toggle-status`);
    expect(await changedBy(toggle)).toEqual(
      expect.arrayContaining(['/alerts', '/alerts/unread', '/requests/:id/matches']),
    );
    expect(await changedBy(toggle)).toEqual(expect.arrayContaining(['/alerts', '/alerts/unread']));
    await setClock(first.clock.now);
  });

  it('a ring closes and opens again, and one of its members blocks another', async () => {
    const withdraw = (status: string) => () =>
      change(second, last.teacher, 'PATCH', `/requests/${last.requestId}/status`, { status });
    expect(await changedBy(withdraw('withdrawn'))).toContain('/requests/:id/rings');
    expect(await changedBy(withdraw('active'))).toContain('/requests/:id/rings');
    const blocked = `/blocks/${last.teacher.user._id}`;
    expect(await changedBy(() => change(second, next.teacher, 'PUT', blocked))).toContain(
      '/requests/:id/rings',
    );
    expect(await changedBy(() => change(first, next.teacher, 'DELETE', blocked))).toContain(
      '/requests/:id/rings',
    );
  });

  it('a match blocks the reader, and unblocks', async () => {
    const blocked = `/blocks/${reader.teacher.user._id}`;
    const paths = await changedBy(() => change(second, partner.teacher, 'PUT', blocked));
    expect(paths).toEqual(expect.arrayContaining(['/alerts', '/requests/:id/matches']));
    const back = await changedBy(() => change(first, partner.teacher, 'DELETE', blocked));
    expect(back).toContain('/requests/:id/matches');
  });

  it('a proposal arrives, is answered by another teacher, and lapses with time', async () => {
    let id = '';
    const came = await changedBy(async () => {
      id = await proposed(second, [partner, reader]);
    });
    expect(came).toContain('/agreements');
    const tags = await tagsOn(first);
    await tagsOn(second);
    await setClock(new Date(first.clock.now.getTime() + 15 * DAY));
    expect(await changedSince(tags)).toContain('/agreements');
    expect(id).not.toBe('');
  });

  it('a member of a proposal answers', async () => {
    const id = await proposed(first, [next, last, reader]);
    await changedBy(() => answer(second, last, id, 'yes'));
    expect(await changedBy(() => answer(second, reader, id, 'no'))).toContain('/agreements');
  });

  it('the rules change', async () => {
    const validFrom = dayInIndia(first.clock.now);
    await wish(first, [steps[0][1], steps[0][0]], { registration: { subject: 'Sanskrit' } });
    const paths = await changedBy(async () => {
      await writeRule(second, admin, { kind: 'mustBeEqual', value: ['classRange'], validFrom });
      // A process that did not write the rules reloads them once a second.
      first.clock.now = new Date(first.clock.now.getTime() + 1_001);
      for (const on of [first, second]) await on.graph.caughtUp();
    });
    expect(paths).toContain('/requests/:id/matches');
  });
});

describe('a personal response never shows data without permission when', () => {
  it('the language of the screen changes', async () => {
    const { tag } = await poll({ on: first, path: '/alerts' });
    const hindi = await poll({ on: first, path: '/alerts', headers: { 'accept-language': 'hi' } });
    expect(hindi.tag).not.toBe(tag);
    expect((await poll({ on: first, path: '/alerts' })).tag).toBe(tag);
  });

  it('another teacher asks', async () => {
    const { tag } = await poll({ on: first, path: '/alerts' });
    const theirs = await poll({ on: first, path: '/alerts', token: next.teacher.token });
    expect(theirs.tag).not.toBe(tag);
  });

  it('a contact opens because the budget recovers', async () => {
    const path = `/requests/${reader.requestId}/matches`;
    const wishers: Wisher[] = [];
    for (const name of ['Asha Lal', 'Bela Lal', 'Chitra Lal', 'Dipti Lal'])
      wishers.push(await wishBack(name));
    // If a viewed teacher erases the account, the budget admits another contact.
    const seen = (await poll({ on: first, path })).tag;
    for (const { teacher } of wishers.slice(2)) {
      await change(second, teacher, 'DELETE', '/auth/account', { password: teacher.password });
    }
    expect((await poll({ on: first, path })).tag).not.toBe(seen);
    for (const name of ['Ekta Lal', 'Falguni Lal']) await wishBack(name);
    const { tag } = await poll({ on: first, path });
    expect((await poll({ on: first, path })).tag).toBe(tag);
    const { contactOpensAt } = JSON.parse(
      (await first.call({ url: `/api${path}`, token: reader.teacher.token })).body,
    );
    await setClock(new Date(new Date(contactOpensAt).getTime() + 1));
    expect((await poll({ on: first, path })).tag).not.toBe(tag);
  });

  it('an administrator impersonates the reader: each call is in the audit log', async () => {
    const url = `/api/admin/impersonate/${reader.teacher.user._id}`;
    const { token } = (await first.call({ method: 'POST', url, token: admin.token })).json<Impersonation>();
    const calls = async () => {
      const { rows } = await first.database.pool.query(
        `select from audit_log where action = 'impersonated GET /api/alerts'`,
      );
      return rows.length;
    };
    const before = await calls();
    await poll({ on: first, path: '/alerts', token });
    expect(await calls()).toBe(before + 1);
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
