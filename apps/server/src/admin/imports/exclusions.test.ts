import type { ExclusionLines, ExclusionList } from '@mutual-transfer/domain/seasons/exclusion';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdministrator, registerTeacher, type TestTeacher } from '../../../test/testing/factories.ts';
import { startTestApp, type TestApp } from '../../../test/testing/test-app.ts';

let test: TestApp;
let state: TestTeacher;
let ofSaran: TestTeacher;
let teacher: TestTeacher;
let other: TestTeacher;

beforeAll(async () => {
  test = await startTestApp();
  state = await makeAdministrator(test);
  ofSaran = await makeAdministrator(test);
  const { db } = test.database;
  const limited = db.updateTable('users').set({ administers: ['saran'] });
  await limited.where('id', '=', ofSaran.user._id).execute();
  teacher = await registerTeacher(test, { name: 'Sunita Devi' });
  other = await registerTeacher(test, { name: 'Mohan Prasad' });
  const at = (hours: number) => new Date(test.clock.now.getTime() + hours * 3_600_000).toISOString();
  const body = {
    ...{ name: 'Summer 2026', order: 'Order 12', consent: 'before', opens: at(-1), listCloses: at(2) },
    rounds: [{ askedFrom: at(1), proposalsSent: at(3), answersUntil: at(27) }],
    closed: at(150),
  };
  const made = await test.call({ method: 'POST', url: '/api/admin/seasons', body, token: state.token });
  expect(made.statusCode, made.body).toBe(201);
});
afterAll(() => test.close());

async function send(text: string, { token = state.token, query = '' } = {}) {
  const headers = { 'content-type': 'text/csv' };
  const url = `/api/admin/exclusions/import${query}`;
  return test.call({ method: 'POST', url, body: text, token, headers });
}

const resultsOf = ({ lines }: ExclusionLines) => lines.map(({ line, result }) => [line, result]);
const listed = async ({ token }: TestTeacher) =>
  (await test.call({ url: '/api/admin/exclusions', token })).json<ExclusionList>().exclusions;

it('a list is previewed line by line, recorded, and can be sent again', async () => {
  const file = [
    'Teacher name,Mobile,Reason,Until',
    `Sunita Devi,${teacher.user.phone},Retires in June,30-06-2026`,
    `Mohan Prasad,${other.user.phone},,`,
    `Another Name,${other.user.phone},A proceeding,`,
    `Sunita Devi,${teacher.user.phone},A proceeding,`,
    'Nobody Here,9111111111,A proceeding,',
    `Mohan Prasad,${other.user.phone},A proceeding,30-06-2020`,
    `Mohan Prasad,${other.user.phone},A proceeding,soon`,
  ].join('\n');
  const preview = (await send(file, { query: '?preview=true' })).json<ExclusionLines>();
  const results = [
    [2, 'recorded'],
    [3, 'no_reason'],
    [4, 'contradiction'],
    [5, 'repeated'],
    [6, 'unknown'],
    [7, 'past'],
    [8, 'bad_date'],
  ];
  expect(resultsOf(preview)).toEqual(results);
  expect(await listed(state)).toEqual([]);
  const recorded = (await send(file)).json<ExclusionLines>();
  expect([recorded.recorded, resultsOf(recorded)]).toEqual([1, results]);
  expect(await listed(state)).toMatchObject([
    { teacher: { name: 'Sunita Devi' }, reason: 'Retires in June', until: '2026-06-30' },
  ]);
  const again = (await send(file)).json<ExclusionLines>();
  expect([again.recorded, resultsOf(again)[0]]).toEqual([0, [2, 'already']]);
  const { data } = (await test.call({ url: '/api/alerts', token: teacher.token })).json();
  expect(data.alerts.map(({ message }: { message: string }) => message)).toEqual([
    expect.stringContaining('Reason: Retires in June'),
  ]);
  const entries = await test.database.db
    .selectFrom('audit_log')
    .select(['subject_id', 'details'])
    .where('action', '=', 'season.takeOut')
    .execute();
  expect(entries).toEqual([
    { subject_id: teacher.user._id, details: { reason: 'Retires in June', until: '2026-06-30' } },
  ]);
});

it('an office of another district finds none of these teachers, and reads no reason', async () => {
  const file = `name,phone,reason\nSunita Devi,${teacher.user.phone},A proceeding`;
  const answer = await send(file, { token: ofSaran.token });
  expect(resultsOf(answer.json<ExclusionLines>())).toEqual([[2, 'unknown']]);
  expect(await listed(ofSaran)).toEqual([]);
});

it('a file without numbers of teachers is refused', async () => {
  expect((await send('name,reason\nSunita Devi,A proceeding')).statusCode).toBe(400);
  expect((await send(`name,phone,reason\n${'A,9111111111,B\n'.repeat(501)}`)).statusCode).toBe(400);
});

it('a teacher who is out of the season is in no number and no list of consents, until let back in', async () => {
  const { db } = test.database;
  const { id: season_id } = await db.selectFrom('seasons').select('id').executeTakeFirstOrThrow();
  const { _id: user_id } = other.user;
  const given = { given_at: test.clock.now, sentence: 'I take it.', asked_at: null, district: 'gaya' };
  await db
    .insertInto('season_consents')
    .values({ id: newId(), season_id, user_id, ...given })
    .execute();
  const get = async (url: string) =>
    (await test.call({ url: `/api/admin/${url}`, token: state.token })).json();
  const consented = async () => [
    (await get('consents')).pagination.total,
    (await get('desk')).counts.consented.count,
    (await get('users?stage=consented')).pagination.total,
    (await get(`seasons/${season_id}`)).consents,
  ];
  expect(await consented()).toEqual([1, 1, 1, 1]);
  await send(`name,phone,reason\nMohan Prasad,${other.user.phone},A proceeding`);
  expect(await consented()).toEqual([0, 0, 0, 0]);
  await test.call({ method: 'DELETE', url: `/api/admin/exclusions/${user_id}`, token: state.token });
  expect(await consented()).toEqual([1, 1, 1, 1]);
});
