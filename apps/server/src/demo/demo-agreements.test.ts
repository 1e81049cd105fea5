import type { AgreementList } from '@mutual-transfer/domain/agreements/agreement';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { solveCaptcha } from '../../test/testing/factories.ts';
import { CHEAP_HASHES, startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { followAll } from '../agreements/deadlines.ts';
import { createPasswords } from '../sign-in/passwords.ts';
import { type DemoLogin, fillEmptyDatabase } from './fill-empty-database.ts';

let test: TestApp;
let logins: DemoLogin[];

beforeAll(async () => {
  test = await startTestApp();
  logins = await fillEmptyDatabase(test.database, createPasswords(CHEAP_HASHES), test.clock.now);
});
afterAll(() => test.close());

/** Logs in with one of the printed logins, and returns the token. */
async function tokenOf(who: string): Promise<string> {
  const login = logins.find((one) => one.who === who);
  const { email, password } = login ?? {};
  const body = { email, password, ...(await solveCaptcha(test)) };
  const response = await test.call({ method: 'POST', url: '/api/auth/login', body });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().token;
}

const agreementsOf = async (who: string, query = '') =>
  (await test.call({ url: `/api/agreements${query}`, token: await tokenOf(who) })).json<AgreementList>()
    .agreements;

it('the printed logins show an open proposal, an agreement in progress and a completed one', async () => {
  expect(await agreementsOf('Teacher', '?waiting=true')).toMatchObject([
    { state: 'proposed', source: 'teacher', can: { answer: ['yes', 'no'] } },
  ]);
  const [underWay] = await agreementsOf('Teacher in an agreement');
  expect(underWay).toMatchObject({ state: 'in_progress', can: { papers: true, leave: true } });
  const [completed] = await agreementsOf('Teacher who has moved');
  expect(completed).toMatchObject({ state: 'completed' });
  expect(completed?.members.every(({ steps }) => steps.length >= 3)).toBe(true);
});

it('the nightly round proposes swaps to ready teachers', async () => {
  await followAll({ db: test.database.db, now: () => test.clock.now });
  const token = await tokenOf('Administrator');
  const [round] = (await test.call({ url: '/api/admin/rounds', token })).json().rounds;
  expect(round).toMatchObject({ state: 'running', startedBy: null });
  expect(round?.proposals).toBeGreaterThan(0);
  expect(round?.asked).toBeGreaterThan(round?.proposals ?? 0);
});

it('filling a database again adds nothing, and returns the same logins', async () => {
  const again = await fillEmptyDatabase(test.database, createPasswords(CHEAP_HASHES), test.clock.now);
  expect(again).toEqual(logins);
  expect(await agreementsOf('Teacher who has moved')).toHaveLength(1);
});
