import { performance } from 'node:perf_hooks';
import { type LiveChanges, liveKinds } from '@mutual-transfer/domain/notices/live-changes';
import { MAX_POSITIONS } from '@mutual-transfer/domain/notices/live-position';
import { nothingHidden } from '@mutual-transfer/domain/requests/transfer-request';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLivePositions } from '../../src/offers/changes/live-positions.ts';
import { changesIn, eventsIn, listen, positionIn } from '../testing/events.ts';
import type { TestTeacher } from '../testing/factories.ts';
import { type Wisher, wish } from '../testing/ring-of-three.ts';
import { joinTestApp, startTestApp, type TestApp, TOKEN_SECRET } from '../testing/test-app.ts';

/** Two server processes on one database. */
let first: TestApp;
let second: TestApp;
let reader: Wisher;

const GAYA = { district: 'Gaya', block: 'Bodh Gaya' };
const PATNA = { district: 'Patna', block: 'Danapur' };
const SARAN = { district: 'Saran', block: 'Amnour' };
const ofSubject = { registration: { subject: 'Urdu' } };

beforeAll(async () => {
  first = await startTestApp();
  second = await joinTestApp(first);
  reader = await wish(first, [GAYA, PATNA], ofSubject);
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

async function change({ token }: TestTeacher, method: 'PUT' | 'DELETE', path: string, body?: object) {
  const response = await first.call({ method, url: `/api${path}`, token, ...(body ? { body } : {}) });
  expect(response.statusCode, response.body).toBeLessThan(300);
}

const ask = async (on: TestApp, since: string) => {
  const token = reader.teacher.token;
  return (await on.call({ url: `/api/live?since=${since}`, token })).json<LiveChanges>();
};

/**
 * Returns the position of a response to the reader that includes all earlier changes. An open transaction of another test on the same
 * PostgreSQL delays positions, and changes after them would be delivered twice, so this waits until the position includes all changes.
 */
async function positionOfAnswer(on = second): Promise<string> {
  let position = '';
  const isQuiet = async () => {
    await settled();
    const { headers } = await on.call({ url: '/api/requests/my', token: reader.teacher.token });
    position = String(headers['live-position']);
    return (await ask(on, position)).kinds;
  };
  await expect.poll(isQuiet).toEqual([]);
  return position;
}

describe('the position of a stream', () => {
  it('has a different text in each event, and shows no transaction id', async () => {
    const since = await positionOfAnswer();
    const texts = [since, (await ask(second, since)).position, (await ask(second, since)).position];
    expect(new Set(texts).size).toBe(3);
    for (const text of texts) expect(text).toMatch(/^[\w-]{48}$/);
  });

  it('is read by every process with the same secret, and not after a restart of PostgreSQL', () => {
    const { position, instance } = first.graph.changes.position() ?? { position: 0, instance: '' };
    expect(second.graph.changes.position()?.instance).toBe(instance);
    const text = createLivePositions(TOKEN_SECRET).encrypt({ position, instance });
    expect(createLivePositions(TOKEN_SECRET).decrypt(text, instance)).toBe(position);
    expect(createLivePositions(TOKEN_SECRET).decrypt(text, `${instance}1`)).toBeUndefined();
    expect(createLivePositions(TOKEN_SECRET).decrypt(text.slice(0, -8), instance)).toBeUndefined();
  });
});

describe('an event of a stream', () => {
  it('waits while the session is read after an earlier one, and carries a position only if no change is pending', async () => {
    await settled();
    const stream = await listen(second, reader.teacher.token);
    const { pool } = first.database;
    const holder = await pool.connect();
    const touch = async () => {
      await pool.query('insert into answer_changes (key) values ($1)', [reader.teacher.user._id]);
      await second.graph.caughtUp();
    };
    await holder.query('begin; lock table sessions in access exclusive mode');
    await touch();
    await touch();
    await holder.query('rollback');
    holder.release();
    await expect.poll(() => eventsIn(stream.text())).toHaveLength(2);
    const positions = changesIn(stream.text()).flatMap(({ kinds, position }) =>
      kinds.length > 0 ? [position] : [],
    );
    expect(positions).toEqual([undefined, expect.any(String)]);
    stream.leave();
  });
});

describe('a screen that sends the position of its first response', () => {
  it('receives the changes before its stream was opened, from either process', async () => {
    const since = await positionOfAnswer(first);
    await wish(first, [PATNA, SARAN], ofSubject);
    await settled();
    const stream = await listen(second, reader.teacher.token, {}, since);
    await stream.received('matches', 'rings');
    expect(eventsIn(stream.text())[0]).not.toContain('account');
    stream.leave();
  });

  it('receives changes of others in its turn while the process is busy, as when all screens reconnect after a restart', async () => {
    const since = await positionOfAnswer();
    await wish(first, [PATNA, SARAN], ofSubject);
    await settled();
    const busy = vi.spyOn(performance, 'eventLoopUtilization');
    onTestFinished(() => busy.mockRestore());
    busy.mockReturnValue({ utilization: 1, idle: 0, active: 0 });
    const stream = await listen(second, reader.teacher.token, {}, since);
    // A batch that may not start measures the load again.
    const measured = () => busy.mock.calls.filter(([since]) => since !== undefined).length;
    await expect.poll(measured).toBeGreaterThan(2);
    expect(eventsIn(stream.text())).toEqual([]);
    busy.mockRestore();
    await stream.received('matches', 'rings');
    stream.leave();
  });

  it('receives nothing if no change concerns it', async () => {
    const since = await positionOfAnswer();
    await wish(first, [PATNA, SARAN], { registration: { subject: 'Music' } });
    await settled();
    const { kinds, position = '' } = await ask(second, since);
    expect(kinds).toEqual([]);
    expect((await ask(second, position)).kinds).toEqual([]);
  });

  it('receives changes without a stream, once, by a call without events', async () => {
    const since = await positionOfAnswer();
    await change(reader.teacher, 'PUT', '/auth/privacy', {
      privacySettings: { ...nothingHidden, hidePhone: true },
    });
    await settled();
    const received = await ask(second, since);
    expect(received.kinds).toEqual([...liveKinds]);
    expect((await ask(second, await positionOfAnswer())).kinds).toEqual([]);
  });

  it('receives the changes since the earliest of several positions, in any order', async () => {
    const earlier = await positionOfAnswer();
    await change(reader.teacher, 'PUT', '/auth/privacy', { privacySettings: nothingHidden });
    const later = await positionOfAnswer();
    for (const since of [`${earlier},${later}`, `${later},${earlier}`])
      expect((await ask(second, since)).kinds).toEqual([...liveKinds]);
    expect((await ask(second, `${later},${later}`)).kinds).toEqual([]);
  });

  it('continues from the last event after its stream was interrupted', async () => {
    const since = await positionOfAnswer();
    const stream = await listen(second, reader.teacher.token, {}, since);
    const other = await wish(first, [PATNA, SARAN], ofSubject);
    await stream.received('matches');
    const cutAt = positionIn(stream.text()) ?? '';
    stream.leave();
    await change(other.teacher, 'DELETE', `/requests/${other.requestId}`);
    await settled();
    const again = await listen(second, reader.teacher.token, {}, cutAt);
    await again.received('matches', 'rings');
    again.leave();
  });

  it('receives changes from a process that started in the meantime', async () => {
    const since = await positionOfAnswer();
    await wish(first, [PATNA, SARAN], ofSubject);
    const started = await joinTestApp(first);
    await started.graph.caughtUp();
    expect((await ask(started, since)).kinds).toEqual(expect.arrayContaining(['matches', 'rings']));
    await started.close();
  });

  it('must reload everything within a minute if its position is too old, forged, or of another database', async () => {
    const { position, instance } = second.graph.changes.position() ?? { position: 0, instance: '' };
    const ours = createLivePositions(TOKEN_SECRET);
    const oldest = ours.encrypt({ position: 0, instance });
    const strange = [
      oldest,
      createLivePositions('another secret').encrypt({ position, instance }),
      ours.encrypt({ position, instance: 'another database' }),
      'unknown',
      '0',
    ];
    for (const since of [...strange, `${await positionOfAnswer()},unknown`]) {
      expect(await ask(second, since)).toEqual({
        kinds: [...liveKinds],
        position: expect.any(String),
        spreadSeconds: 60,
      });
    }
    const stream = await listen(second, reader.teacher.token, {}, oldest);
    await stream.received(...liveKinds);
    expect(stream.text()).toContain('"spreadSeconds":60');
    stream.leave();
  });

  it('is refused if the position is invalid', async () => {
    const token = reader.teacher.token;
    for (const since of [
      '',
      'a b',
      'a,',
      ',a',
      'a'.repeat(65),
      Array(MAX_POSITIONS + 1)
        .fill('a')
        .join(),
    ]) {
      expect((await first.call({ url: `/api/live?since=${since}`, token })).statusCode).toBe(400);
    }
  });
});
