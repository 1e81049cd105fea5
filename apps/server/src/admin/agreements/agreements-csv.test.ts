import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/testing/test-app.ts';
import type { SignedIn } from '../../platform/sessions.ts';
import { agreementsCsv } from './agreements-csv.ts';

const AGREEMENTS = 2_000;
const ROWS_A_CHUNK = 400;
/** Statements of one batch of agreements: ids, agreements, members, steps, people, left postings and orders. */
const STATEMENTS_A_BATCH = 7;

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
  await test.database.pool.query(`
    with made as (
      insert into agreements (id, state, source, size, subject, class_range, requests_key, created_at, deadline, ended_at, reason)
      select gen_random_uuid(), 'declined', 'teacher', 2, 'urdu', '1-5', number::text, now(), now() + interval '1 day', now(), 'refused'
      from generate_series(1, ${AGREEMENTS}) as number returning id)
    insert into agreement_members (agreement_id, position, state, from_block, to_block, answer, answered_at)
    select id, position, 'declined', 'bodh-gaya', 'danapur', 'no', now() from made, generate_series(0, 1) as position`);
});
afterAll(() => test.close());

it('the CSV file of all agreements is read in batches, as fast as the reader consumes them', async () => {
  let statements = 0;
  const counted = test.database.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const viewer = { administers: null } as SignedIn;
  const reading = { viewer, filters: {}, language: 'en' as const, now: new Date() };
  const file = Readable.from(agreementsCsv(counted, reading));
  let [chunks, rows] = [0, -1];
  for await (const chunk of file) {
    chunks += 1;
    const added = String(chunk).split('\r\n').length - 1;
    rows += added;
    expect(added).toBeLessThanOrEqual(ROWS_A_CHUNK);
    // While the reader pauses, the stream reads at most one batch ahead of the current one.
    await new Promise(setImmediate);
    expect(statements).toBeLessThanOrEqual((chunks + 1) * STATEMENTS_A_BATCH);
  }
  expect(rows).toBe(2 * AGREEMENTS);
  expect(chunks).toBe(1 + (2 * AGREEMENTS) / ROWS_A_CHUNK);
});
