import { liveKinds } from '@mutual-transfer/domain/notices/live-changes';
import { nothingHidden } from '@mutual-transfer/domain/requests/transfer-request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { eventsIn, kindsIn, type Listening, listen } from '../testing/events.ts';
import { makeAdministrator, registerTeacher, type TestTeacher } from '../testing/factories.ts';
import { recordQueries } from '../testing/noted-queries.ts';
import { type Wisher, wish } from '../testing/ring-of-three.ts';
import { signIn } from '../testing/sessions.ts';
import { joinTestApp, startTestApp, type TestApp } from '../testing/test-app.ts';

/** Two server processes on one database. The second one streams changes that are made through the first. */
let first: TestApp;
let second: TestApp;
let admin: TestTeacher;
let reader: Wisher;
let partner: Wisher;
/** Queries that the second process sent to its database. */
const queries: string[] = [];

const GAYA = { district: 'Gaya', block: 'Bodh Gaya' };
const PATNA = { district: 'Patna', block: 'Danapur' };
const SARAN = { district: 'Saran', block: 'Amnour' };
const ofSubject = { registration: { subject: 'Urdu' } };

beforeAll(async () => {
  first = await startTestApp();
  second = await joinTestApp(first, recordQueries(first, queries));
  admin = await makeAdministrator(first);
  reader = await wish(first, [GAYA, PATNA], ofSubject);
  partner = await wish(first, [PATNA, GAYA], ofSubject);
  await settled();
});
afterAll(async () => {
  await second.close();
  await first.close();
});

/** Waits until all consequences of earlier calls are done, and both processes have seen them. */
async function settled(): Promise<void> {
  for (const on of [first, second]) {
    await on.settled();
    await on.graph.caughtUp();
  }
}

/** Opens a new stream of the reader once no change is pending. */
async function listening(token = reader.teacher.token, headers = {}): Promise<Listening> {
  await settled();
  return listen(second, token, headers);
}

async function change(
  { token }: TestTeacher,
  method: 'PUT' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
) {
  const response = await first.call({ method, url: `/api${path}`, token, ...(body ? { body } : {}) });
  expect(response.statusCode, response.body).toBeLessThan(300);
}

/** Changes the reader's own data. */
const touch = () =>
  change(reader.teacher, 'PUT', '/auth/privacy', { privacySettings: { ...nothingHidden, hidePhone: true } });

describe('a stream of changes', () => {
  it('announces an alert that was sent through the other process, without its text', async () => {
    const stream = await listening();
    const message = 'Shall we swap our schools?';
    await change(partner.teacher, 'POST', `/alerts/${reader.teacher.user._id}`, { message });
    await stream.received('alerts');
    stream.leave();
    const data = stream.text().replaceAll(/^data: |^:$/gm, '');
    for (const event of data.split('\n\n').filter((one) => one.trim() !== ''))
      expect(JSON.parse(event)).toEqual({ kinds: expect.any(Array), position: expect.any(String) });
    expect([...kindsIn(stream.text())].filter((kind) => !liveKinds.includes(kind))).toEqual([]);
    expect(stream.text()).not.toContain('swap');
    expect(stream.text()).not.toContain(partner.teacher.user._id);
  });

  it('is neither compressed, buffered nor cached', async () => {
    const stream = await listening(reader.teacher.token, { 'accept-encoding': 'br, gzip' });
    const header = (name: string) => stream.headers.get(name);
    expect([stream.status, header('content-type')]).toEqual([200, 'text/event-stream']);
    expect([header('content-encoding'), header('x-accel-buffering')]).toEqual([null, 'no']);
    expect(header('cache-control')).toBe('no-store');
    stream.leave();
  });

  it('sends nothing and queries nothing for unrelated changes', async () => {
    const stream = await listening();
    queries.length = 0;
    await wish(first, [GAYA, PATNA], { registration: { subject: 'Music' } });
    await settled();
    expect(queries).toEqual([]);
    // The stream delivers the next change, and nothing before it.
    await wish(first, [PATNA, SARAN], ofSubject);
    await stream.received('matches');
    expect(eventsIn(stream.text())).toHaveLength(1);
    stream.leave();
  });

  it('announces an offer that may be a match, and a matched person who hides a field', async () => {
    const stream = await listening();
    const other = await wish(first, [PATNA, SARAN], ofSubject);
    await stream.received('matches', 'rings');
    stream.leave();
    const again = await listening();
    const privacySettings = { ...nothingHidden, hideName: true };
    await change(other.teacher, 'PUT', '/auth/privacy', { privacySettings });
    await again.received('matches', 'alerts', 'rings');
    again.leave();
  });

  it('sends nothing about a field that a matched person shows while their request hides it', async () => {
    const other = await wish(first, [PATNA, GAYA], ofSubject);
    const hideName = { privacySettings: { ...nothingHidden, hideName: true } };
    await change(other.teacher, 'PUT', '/auth/privacy', hideName);
    await change(other.teacher, 'PUT', `/requests/${other.requestId}/privacy`, hideName);
    const stream = await listening();
    await change(other.teacher, 'PUT', '/auth/privacy', { privacySettings: nothingHidden });
    await settled();
    // The stream delivers the next change of others, and nothing of a changed person with it.
    await wish(first, [PATNA, SARAN], ofSubject);
    await stream.received('matches');
    stream.leave();
    expect([...kindsIn(stream.text())]).not.toContain('agreements');
  });

  it('sends nothing about a block to the blocked teacher or to others, and queries nothing', async () => {
    const bystander = await wish(first, [GAYA, PATNA], ofSubject);
    const streams = [await listening(), await listening(bystander.teacher.token)];
    const blocked = `/blocks/${reader.teacher.user._id}`;
    for (const method of ['PUT', 'DELETE'] as const) {
      queries.length = 0;
      await change(partner.teacher, method, blocked);
      await settled();
      expect(queries).toEqual([]);
    }
    // Each stream delivers the next change, and nothing before it. One statement, so that neither change comes before the other.
    await first.database.db
      .updateTable('users')
      .set({ school_name: 'High School, Fatuha' })
      .where('id', 'in', [reader.teacher.user._id, bystander.teacher.user._id])
      .execute();
    for (const stream of streams) {
      await stream.received('account');
      expect(eventsIn(stream.text())[0]).toEqual([...liveKinds]);
      stream.leave();
    }
  });

  it('announces a block to the teacher who blocks', async () => {
    const stream = await listening(partner.teacher.token);
    await change(partner.teacher, 'PUT', `/blocks/${reader.teacher.user._id}`);
    await stream.received(...liveKinds);
    stream.leave();
    await change(partner.teacher, 'DELETE', `/blocks/${reader.teacher.user._id}`);
  });

  it('announces matches of a wish that the reader has changed', async () => {
    const mover = await wish(first, [GAYA, SARAN], ofSubject);
    const stream = await listening(mover.teacher.token);
    await change(mover.teacher, 'PATCH', `/requests/${mover.requestId}`, {
      desiredDistrict: 'Siwan',
      desiredBlock: 'Maharajganj',
    });
    await stream.received(...liveKinds);
    stream.leave();
    const changed = await listening(mover.teacher.token);
    await wish(first, [{ district: 'Siwan', block: 'Maharajganj' }, PATNA], ofSubject);
    await changed.received('matches');
    changed.leave();
  });

  it('answers a poll without a position with all kinds', async () => {
    const { token } = reader.teacher;
    expect((await first.call({ url: '/api/live', token })).json()).toEqual({
      kinds: [...liveKinds],
      position: expect.any(String),
    });
  });

  it('is not in the call log', async () => {
    const stream = await listening();
    stream.leave();
    await stream.ended;
    await second.call({ url: '/api/auth/profile', token: reader.teacher.token });
    const paths = async () => {
      const { rows } = await first.database.pool.query<{ path: string }>(
        'select distinct path from access_log where account_id = $1',
        [reader.teacher.user._id],
      );
      return rows.map(({ path }) => path);
    };
    await expect.poll(paths).toContain('/api/auth/profile');
    expect(await paths()).not.toContain('/api/live');
  });
});

describe('a stream ends', () => {
  /** Opens a stream with its own session. */
  async function opened(teacher = reader.teacher): Promise<Listening & { readonly own: TestTeacher }> {
    const own = { ...teacher, token: await signIn(first, teacher.user._id) };
    return { ...(await listening(own.token)), own };
  }

  it('when its session is logged out, while other streams of the teacher continue', async () => {
    const other = await opened();
    const stream = await opened();
    await change(stream.own, 'POST', '/auth/logout');
    await stream.ended;
    await touch();
    await other.received('account');
    other.leave();
  });

  it('when the password is changed elsewhere', async () => {
    const teacher = await registerTeacher(first);
    const stream = await opened(teacher);
    const newPassword = 'another quiet orchard';
    await change(teacher, 'PUT', '/auth/password', { currentPassword: teacher.password, newPassword });
    await stream.ended;
  });

  it('when the account is deactivated', async () => {
    const teacher = await registerTeacher(first);
    const stream = await opened(teacher);
    await change(admin, 'PUT', `/admin/users/${teacher.user._id}/toggle-status`);
    await stream.ended;
  });

  it('when the account is erased', async () => {
    const teacher = await registerTeacher(first);
    const stream = await opened(teacher);
    await change(teacher, 'DELETE', '/auth/account', { password: teacher.password });
    await stream.ended;
  });

  it('when the session expires', async () => {
    const token = await signIn(first, reader.teacher.user._id);
    // The test clock advances only when it is read, but the timer that ends a stream runs in real time.
    await first.database.db
      .updateTable('sessions')
      .set({ expires_at: new Date(first.clock.now.getTime() + 2_000) })
      .where('user_id', '=', reader.teacher.user._id)
      .where('id', '=', sessionOf(token))
      .execute();
    const stream = await listen(second, token);
    expect(stream.status).toBe(200);
    await stream.ended;
  });

  it('when the teacher opens a sixth stream', async () => {
    const streams: Listening[] = [];
    for (let count = 0; count < 6; count += 1) streams.push(await opened());
    await streams[0]?.ended;
    await touch();
    for (const stream of streams.slice(1)) await stream.received('account');
    for (const stream of streams) stream.leave();
  });

  it('immediately when its process is asked to stop', async () => {
    const stopping = await joinTestApp(first);
    await stopping.graph.caughtUp();
    const stream = await listen(stopping, reader.teacher.token);
    await Promise.all([stopping.close(), stream.ended]);
  });
});

describe('a stream is refused', () => {
  it('if the process has reached its limit, and the client then polls', async () => {
    const few = await joinTestApp(first, { config: readConfig({ NODE_ENV: 'test', LIVE_STREAMS: '1' }) });
    await few.graph.caughtUp();
    const open = await listen(few, reader.teacher.token);
    const refused = await listen(few, partner.teacher.token);
    expect([open.status, refused.status]).toEqual([200, 429]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    open.leave();
    await few.close();
  });

  it('for an administrator who impersonates a teacher, because each view is in the audit log', async () => {
    const token = await signIn(first, reader.teacher.user._id, admin.user._id);
    expect((await listen(second, token)).status).toBe(403);
  });

  it('without a session', async () => {
    expect((await listen(second, 'a token of no one')).status).toBe(401);
  });
});

/** Returns the session of a token. */
function sessionOf(token: string): string {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid;
}
