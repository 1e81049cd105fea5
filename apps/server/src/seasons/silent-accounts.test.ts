import type { AgreementList } from '@mutual-transfer/domain/agreements/agreement';
import type { RoundDetails, RoundList } from '@mutual-transfer/domain/agreements/round';
import { MILLISECONDS_A_DAY, MILLISECONDS_AN_HOUR } from '@mutual-transfer/domain/constants';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answer, makeReady, provePhones, removeEveryone } from '../../test/testing/agreements.ts';
import {
  makeAdministrator,
  postRequest,
  registerTeacher,
  type TestTeacher,
} from '../../test/testing/factories.ts';
import type { Wisher } from '../../test/testing/ring-of-three.ts';
import { signIn } from '../../test/testing/sessions.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { followAll } from '../agreements/deadlines.ts';
import { followSeasons } from './follow-seasons.ts';

const GAYA = { district: 'Gaya', block: 'Bodh Gaya' };
const PATNA = { district: 'Patna', block: 'Danapur' };
const SILENT = 54;
const PAIRS = 10;
const PLANS = 5;
const CLOSES_AFTER_DAYS = 40;

let test: TestApp;
let administrator: TestTeacher;
let silent: Wisher[];
let real: Wisher[];
let copied = 0;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

/** Silent accounts post first; a day and an hour later ten teachers in each direction. */
beforeEach(async () => {
  await removeEveryone(test);
  administrator = await makeAdministrator(test);
  const posted = ({ district, block }: typeof GAYA, to: typeof GAYA) => {
    const wanted = { desiredDistrict: to.district, desiredBlock: to.block, subject: 'Urdu' };
    return registerTeacher(test, { district, postingBlock: block, ...wanted });
  };
  const [inPatna, inGaya] = [await posted(PATNA, GAYA), await posted(GAYA, PATNA)];
  silent = await copies(SILENT, inPatna, GAYA);
  test.clock.now = later(25);
  real = [...(await copies(PAIRS, inPatna, GAYA)), ...(await copies(PAIRS, inGaya, PATNA))];
});

/** Copies the account of a teacher, because a registration costs a password hash, and posts a request as each of them. */
async function copies(count: number, { user, ...session }: TestTeacher, to: typeof GAYA): Promise<Wisher[]> {
  const { db } = test.database;
  const { search_letters: _generated, ...row } = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', user._id)
    .executeTakeFirstOrThrow();
  const wanted = { desiredDistrict: to.district, desiredBlock: to.block, subject: 'Urdu' };
  const made: Wisher[] = [];
  for (let index = 0; index < count; index++) {
    copied += 1;
    const id = newId({ msecs: test.clock.now.getTime() + index });
    const own = { email: `copy-${copied}@example.com`, phone: String(8_000_000_000 + copied) };
    await db
      .insertInto('users')
      .values({ ...row, ...own, id, created_at: test.clock.now })
      .execute();
    const teacher = { ...session, user: { ...user, _id: id }, token: await signIn(test, id) };
    const { request } = await postRequest(test, teacher, wanted);
    made.push({ teacher, requestId: request._id });
  }
  return made;
}

/** Signs these teachers in. A session is shorter than the season. */
async function signInAll(teachers: readonly Wisher[]): Promise<void> {
  for (const { teacher } of teachers) teacher.token = await signIn(test, teacher.user._id);
}

/** Lets those of these teachers who are not ready press ready. */
async function pressReady(teachers: readonly Wisher[]): Promise<void> {
  const rows = await test.database.db
    .selectFrom('requests')
    .select('id')
    .where('ready_until', 'is', null)
    .execute();
  const due = teachers.filter(({ requestId }) => rows.some(({ id }) => id === requestId));
  await signInAll(due);
  await makeReady(test, due);
}

const later = (hours: number) => new Date(test.clock.now.getTime() + hours * MILLISECONDS_AN_HOUR);
const asAdministrator = async (method: 'GET' | 'POST', url: string, body?: unknown) =>
  test.call({ method, url, body, token: await signIn(test, administrator.user._id) });

/** Advances the clock, then does the due work. */
async function passHours(hours: number): Promise<void> {
  test.clock.now = later(hours);
  const { db } = test.database;
  await followSeasons(db, test.clock.now);
  await followAll({ db, now: () => test.clock.now });
  await test.settled();
}

async function startRound(): Promise<RoundDetails> {
  const started = await asAdministrator('POST', '/api/admin/rounds', { days: CLOSES_AFTER_DAYS });
  expect(started.statusCode, started.body).toBe(201);
  await test.settled();
  return started.json<RoundDetails>();
}

/** Creates a season in which silence agrees, with a round in 25 hours, and the consents of these teachers. */
async function startSeason(consenting: readonly Wisher[]): Promise<void> {
  const at = (hours: number) => later(hours).toISOString();
  const season = {
    ...{ name: 'Winter 2026', order: 'Order 12', consent: 'before', opens: at(-1), listCloses: at(24) },
    rounds: [{ askedFrom: at(20), proposalsSent: at(25), answersUntil: at(49) }],
    closed: at(24 * CLOSES_AFTER_DAYS),
  };
  const made = await asAdministrator('POST', '/api/admin/seasons', season);
  expect(made.statusCode, made.body).toBe(201);
  await signInAll(consenting);
  for (const { teacher } of consenting) {
    const url = `/api/seasons/${made.json<{ _id: string }>()._id}/consent`;
    const given = await test.call({ method: 'POST', url, token: teacher.token });
    expect(given.statusCode, given.body).toBe(200);
  }
  await passHours(25);
}

/** Returns the ids of all members of each group of rounds, with its state. */
async function groups(): Promise<{ state: string; members: string[] }[]> {
  const rows = await test.database.db
    .selectFrom('agreement_members')
    .select(['agreement_id', 'state', 'user_id'])
    .orderBy('agreement_id')
    .execute();
  return [...Map.groupBy(rows, ({ agreement_id }) => agreement_id).values()].map((members) => ({
    state: members[0]?.state ?? '',
    members: members.flatMap(({ user_id }) => user_id ?? []),
  }));
}

const idsOf = (teachers: readonly Wisher[]) => new Set(teachers.map(({ teacher }) => teacher.user._id));

async function realPairs(states: readonly string[]): Promise<number> {
  const ids = idsOf(real);
  const all = await groups();
  return all.filter(({ state, members }) => states.includes(state) && members.every((id) => ids.has(id)))
    .length;
}

async function sayYes(teachers: readonly Wisher[]): Promise<void> {
  await signInAll(teachers);
  for (const teacher of teachers) {
    const url = '/api/agreements?waiting=true';
    const waiting = await test.call({ url, token: teacher.teacher.token });
    for (const { _id } of waiting.json<AgreementList>().agreements)
      expect((await answer(test, teacher, _id, 'yes')).statusCode).toBe(200);
  }
  await test.settled();
}

/** Returns how often each silent account was in a group. */
async function timesPlanned(): Promise<number[]> {
  const all = (await groups()).flatMap(({ members }) => members);
  return [...idsOf(silent)].map((id) => all.filter((one) => one === id).length);
}

describe('fifty-four silent accounts that posted first', () => {
  it('keep no pair with proven phones out of the first plan of a round', async () => {
    await pressReady([...silent, ...real]);
    await provePhones(test, real);
    await startRound();
    expect(await realPairs(['proposed'])).toBeGreaterThanOrEqual(PAIRS - 1);
    await sayYes(real);
    expect(await realPairs(['agreed'])).toBeGreaterThanOrEqual(PAIRS - 1);
  });

  it('are planned at most once in a round, also if they become ready again, while nobody has a proven phone', async () => {
    await pressReady([...silent, ...real]);
    await startRound();
    const agreed: number[] = [];
    for (let plan = 1; plan <= PLANS; plan++) {
      await sayYes(real);
      agreed.push(await realPairs(['agreed']));
      await signInAll(silent);
      await passHours(73);
      await pressReady(silent);
    }
    expect(Math.max(...(await timesPlanned()))).toBe(1);
    expect(agreed).toEqual(agreed.toSorted((one, other) => one - other));
    expect(agreed.at(-1)).toBeGreaterThan(0);
  });

  it('keep no pair with proven phones out of the first plan of a season in which silence agrees', async () => {
    await provePhones(test, real);
    await startSeason([...silent, ...real]);
    expect(await realPairs(['proposed'])).toBeGreaterThanOrEqual(PAIRS - 1);
    await passHours(25);
    expect(await realPairs(['agreed'])).toBeGreaterThanOrEqual(PAIRS - 1);
  });

  it('agree to nothing by silence, and are planned at most once in a round where silence agrees', async () => {
    await startSeason([...silent, ...real]);
    const agreed: number[] = [];
    for (let plan = 1; plan <= PLANS; plan++) {
      await sayYes(real);
      agreed.push(await realPairs(['agreed']));
      await signInAll(silent);
      await passHours(25);
    }
    const bound = (await groups())
      .filter(({ state }) => state === 'agreed')
      .flatMap(({ members }) => members);
    expect(bound.filter((id) => idsOf(silent).has(id))).toEqual([]);
    expect(Math.max(...(await timesPlanned()))).toBe(1);
    expect(agreed.at(-1)).toBeGreaterThan(0);
  });
});

describe('an extra round of a season in which silence agrees', () => {
  it('asks nobody and says so', async () => {
    await startSeason(real.slice(0, 4));
    await passHours(MILLISECONDS_A_DAY / MILLISECONDS_AN_HOUR);
    const board = (await asAdministrator('GET', '/api/admin/rounds')).json<RoundList>();
    expect(board.expected).toMatchObject({ asked: 0, ready: 4, silenceAgrees: true });
    const { _id } = await startRound();
    const round = (await asAdministrator('GET', `/api/admin/rounds/${_id}`)).json<RoundDetails>();
    expect(round).toMatchObject({ number: null, questions: 0, ready: 4 });
  });
});
