import { afterAll, afterEach, expect, inject, it, vi } from 'vitest';
import { followDatabaseClock } from './database-clock.ts';
import { connect, onSocket } from './open-database.ts';

const { pool, close } = connect(onSocket(inject('postgres'), 'postgres'));

afterEach(() => void vi.useRealTimers());
afterAll(close);

const DAY = 86_400_000;
const MINUTE = 60_000;

const databaseTime = async () => {
  const { rows } = await pool.query<{ moment: Date }>('select clock_timestamp() as moment');
  return rows[0]?.moment.getTime() ?? 0;
};

it('followDatabaseClock uses the database clock when the process clock is wrong', async () => {
  const real = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: real + 2 * DAY });
  const now = await followDatabaseClock(pool);
  for (const wrong of [real + 2 * DAY, real - 2 * DAY, real]) {
    vi.setSystemTime(wrong);
    expect(Math.abs(now().getTime() - (await databaseTime()))).toBeLessThan(MINUTE);
  }
});

it('followDatabaseClock follows the database clock after it was set, and continues through an outage', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const answers = [1_000_000, 1_000_000 + 2 * DAY];
  const query = async () => {
    const moment = answers.shift();
    if (moment === undefined) throw new Error('The database is away.');
    return { rows: [{ moment }] };
  };
  const now = await followDatabaseClock({ query } as never);
  const isAbout = (moment: number) => expect(Math.abs(now().getTime() - moment)).toBeLessThan(MINUTE);
  isAbout(1_000_000);
  await vi.advanceTimersByTimeAsync(10_000);
  isAbout(1_000_000 + 2 * DAY);
  await vi.advanceTimersByTimeAsync(10_000);
  isAbout(1_000_000 + 2 * DAY);
});
