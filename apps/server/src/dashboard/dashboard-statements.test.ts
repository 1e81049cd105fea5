import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postRequest } from '../../test/testing/factories.ts';
import { recordQueries } from '../../test/testing/noted-queries.ts';
import { ringOfThree, type Wisher } from '../../test/testing/ring-of-three.ts';
import { joinTestApp, startTestApp, type TestApp } from '../../test/testing/test-app.ts';

const SUBJECT = 'Sanskrit';

let test: TestApp;
let server: TestApp;
let first: Wisher;
const queries: string[] = [];
let endPool: () => Promise<void>;

beforeAll(async () => {
  test = await startTestApp();
  const recorded = recordQueries(test, queries);
  server = await joinTestApp(test, recorded);
  endPool = () => recorded.pool.end();
  const [one, other] = await ringOfThree(server, SUBJECT);
  first = one;
  const alert = { id: newId(), from_user_id: other.teacher.user._id, to_user_id: first.teacher.user._id };
  await test.database.db
    .insertInto('alerts')
    .values({ ...alert, message: 'Shall we swap?', created_at: test.clock.now })
    .execute();
  await openSeason();
  await server.settled();
  await server.graph.caughtUp();
});
afterAll(async () => {
  await server.close();
  await endPool();
  await test.close();
});

/** Opens a season that asks for consent, whose list is open. */
async function openSeason() {
  const day = (number: number) => new Date(test.clock.now.getTime() + number * 86_400_000);
  const { db } = test.database;
  const id = newId();
  const season = { id, name: 'Summer', order_name: 'Order 1', consent: 'before' as const, relieving: false };
  const dates = { opens_at: day(-1), list_closes_at: day(5), closed_at: day(40), created_at: day(-2) };
  await db
    .insertInto('seasons')
    .values({ ...season, ...dates, created_by: null })
    .execute();
  const round = { asked_from: day(6), proposals_at: day(7), answers_until: day(9) };
  await db
    .insertInto('season_rounds')
    .values({ season_id: id, number: 1, ...round })
    .execute();
}

/** Returns the number of statements of the calls of a dashboard page, and the dashboard. */
async function openDashboard() {
  const { token } = first.teacher;
  queries.length = 0;
  const me = await server.call({ url: '/api/me', token });
  const dashboard = await server.call({ url: '/api/dashboard', token });
  expect([me.statusCode, dashboard.statusCode]).toEqual([200, 200]);
  return { statements: queries.length, shown: dashboard.json() };
}

it('a dashboard with one request takes at most 14 statements, and at most 4 more for each further one', async () => {
  // The rules of today are read once a second.
  await openDashboard();
  const one = await openDashboard();
  expect(one.shown).toMatchObject({ rings: 1, unread: 2, asksForConsent: true });
  expect(one.statements, queries.join('\n')).toBeLessThanOrEqual(14);
  await postRequest(server, first.teacher, {
    desiredDistrict: 'Saran',
    desiredBlock: 'Amnour',
    subject: SUBJECT,
  });
  await server.settled();
  await server.graph.caughtUp();
  const two = await openDashboard();
  expect(two.shown.requests).toHaveLength(2);
  expect(two.statements - one.statements).toBeLessThanOrEqual(4);
});
