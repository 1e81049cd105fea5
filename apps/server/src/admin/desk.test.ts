import { type SeasonStage, seasonStages } from '@mutual-transfer/domain/administration/desk';
import { agreementTasks } from '@mutual-transfer/domain/administration/office-agreement';
import type { AgreementState, EndReason } from '@mutual-transfer/domain/agreements/agreement-steps';
import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import { blockByCode, blocksOfDistrict, districtByCode } from '@mutual-transfer/domain/reference/places';
import { v7 as newId } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { registerTeacher } from '../../test/testing/factories.ts';
import { administratorTest } from '../../test/testing/fixtures.ts';
import { laterSeason } from '../../test/testing/good-calls.ts';
import { signIn } from '../../test/testing/sessions.ts';

const { test, administrator, call } = await administratorTest();
const { db, pool } = test.database;
const districts = ['gaya', 'patna', 'saran'];
const GROUPS = 60;

/** A teacher of the generated season, and what they reached in it. */
interface Generated {
  id: string;
  name: string;
  /** District of today, of the seat, and the one in which the teacher consented. */
  district: string;
  seat: string;
  consentedIn: string;
  stages: Set<SeasonStage>;
}

const teachers: Generated[] = [];
const round = newId();
let officer = '';
let registered = 0;

/** Returns numbers that look random and are the same in each run. */
function numbersFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const daysAgo = (days: number) => new Date(test.clock.now.getTime() - days * MILLISECONDS_A_DAY);

beforeAll(async () => {
  const example = await registerTeacher(test);
  await db.deleteFrom('offers').execute();
  const days = (number: number) => daysAgo(-number).toISOString();
  const dates = {
    opens: days(1),
    listCloses: days(2),
    closed: days(40),
    rounds: [{ askedFrom: days(3), proposalsSent: days(4), answersUntil: days(6) }],
  };
  const made = await call('POST', 'seasons', { ...laterSeason, ...dates, consent: 'before' });
  expect(made.statusCode, made.body).toBe(201);
  await db
    .updateTable('seasons')
    .set({ opens_at: daysAgo(20), list_closes_at: daysAgo(15) })
    .execute();
  const made_at = daysAgo(13);
  await db
    .insertInto('rounds')
    .values({
      ...{ id: round, season_id: made.json()._id, number: 1, max_ring: 3, hours: 24, silence_agrees: true },
      ...{ state: 'finished', started_by: null, created_at: made_at, planned_at: made_at },
      ...{ ends_at: daysAgo(2), ended_at: daysAgo(2), subjects: null, districts: null },
    })
    .execute();
  const next = numbersFrom(52);
  for (let group = 0; group < GROUPS; group++)
    await generate(next, { season: made.json()._id, example: example.user._id });
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', administrator.user._id)
    .executeTakeFirstOrThrow();
  const id = newId();
  const account = { id, email: 'gaya@office.example', name: 'Head of Gaya', password_hash };
  await db
    .insertInto('users')
    .values({ ...account, role: 'admin', administers: ['gaya'], created_at: daysAgo(30) })
    .execute();
  officer = await signIn(test, id);
});

type Next = (below: number) => number;
type Seat = Generated & { block: string };

const ends: Partial<Record<AgreementState, EndReason>> = { declined: 'refused', broken: 'office' };
const open: readonly AgreementState[] = ['proposed', 'agreed', 'in_progress'];
const held: readonly AgreementState[] = ['agreed', 'in_progress', 'completed'];
const submitted: readonly AgreementState[] = ['in_progress', 'completed'];
const states = ['proposed', 'agreed', 'in_progress', 'completed', 'declined', 'broken'] as const;

const oneOf = (next: Next, values: readonly [AgreementState, ...AgreementState[]]) =>
  values[next(values.length)] ?? values[0];

/** Inserts a group of two or three new teachers in a state of its own. */
async function generate(next: Next, { season, example }: { season: string; example: string }) {
  const state = oneOf(next, states);
  const isOfSeason = next(5) > 0;
  const members = newMembers(next);
  for (const member of members) await register(member, example);
  const agreement = await insertAgreement(state, isOfSeason, members.length);
  for (const [position, member] of members.entries()) {
    const to = members[(position + 1) % members.length]?.block ?? '';
    const isNo = state === 'declined' && position === 0;
    await takeSeat(next, member, { agreement, state, position, to, isNo });
    if (next(6) === 0) member.consentedIn = 'saran';
    if (next(4) > 0) await consent(season, member, next(6) === 0 ? daysAgo(16) : null);
    if (isOfSeason) await planFor(member, { season, agreement, isNo });
    await reach(next, member, { agreement, state, to, isNo, isOfSeason });
  }
  teachers.push(...members);
}

async function reach(
  next: Next,
  member: Seat,
  {
    agreement,
    state,
    to,
    isNo,
    isOfSeason,
  }: Pick<Taken, 'agreement' | 'state' | 'to' | 'isNo'> & { isOfSeason: boolean },
) {
  const reached = isOfSeason ? member.stages : new Set<SeasonStage>();
  for (const stage of stagesIn(state, isNo)) reached.add(stage);
  if (submitted.includes(state)) await proceed(next, member, { agreement, state, to, reached });
}

function stagesIn(state: AgreementState, isNo: boolean): SeasonStage[] {
  if (held.includes(state)) return ['inGroups', 'agreed'];
  if (state === 'proposed') return ['inGroups'];
  return isNo ? ['objections'] : [];
}

/** Returns new teachers, most of them of one district. */
function newMembers(next: Next): Seat[] {
  const home = districts[next(3)] ?? 'gaya';
  return Array.from({ length: 2 + next(2) }, () => {
    const district = next(3) === 0 ? (districts[next(3)] ?? home) : home;
    const blocks = blocksOfDistrict(district);
    const block = blocks[next(blocks.length)]?.code ?? '';
    const id = newId();
    const places = { district, seat: district, consentedIn: district, block };
    return { id, name: `Teacher ${id.slice(-6)}`, ...places, stages: new Set<SeasonStage>() };
  });
}

async function register({ id, name, district, block }: Seat, example: string) {
  registered += 1;
  await pool.query(
    `insert into users (id, email, phone, name, password_hash, school_name, district, block, desired_district, subject, class_range, created_at)
     select $1::uuid, $1 || '@example.com', $5, $6, password_hash, school_name, $2, $3, desired_district, 'hindi', '6-8', created_at
     from users where id = $4`,
    [id, district, block, example, String(8_000_000_000 + registered), name],
  );
}

async function insertAgreement(state: AgreementState, isOfSeason: boolean, size: number) {
  const id = newId();
  await db
    .insertInto('agreements')
    .values({
      ...{ id, state, source: 'round', size, subject: 'hindi', class_range: '6-8', requests_key: id },
      silence_agrees: true,
      round_id: isOfSeason ? round : null,
      created_at: daysAgo(isOfSeason ? 12 : 25),
      deadline: daysAgo(-1),
      agreed_at: state === 'proposed' || state === 'declined' ? null : daysAgo(11),
      submitted_at: submitted.includes(state) ? daysAgo(10) : null,
      ended_at: open.includes(state) ? null : daysAgo(1),
      reason: ends[state] ?? null,
    })
    .execute();
  return id;
}

interface Taken {
  agreement: string;
  state: AgreementState;
  position: number;
  to: string;
  isNo: boolean;
}

async function takeSeat(next: Next, member: Seat, { agreement, state, position, to, isNo }: Taken) {
  const hasMoved = next(4) === 0;
  if (hasMoved) member.seat = 'gaya';
  await db
    .insertInto('agreement_members')
    .values({
      ...{ agreement_id: agreement, position, state, user_id: member.id, to_block: to },
      from_block: hasMoved ? 'bodh-gaya' : member.block,
      answer: isNo ? 'no' : 'yes',
      answered_at: daysAgo(11),
    })
    .execute();
}

/** Lets a member receive the order, and join at the new place. */
async function proceed(
  next: Next,
  member: Seat,
  {
    agreement,
    state,
    to,
    reached,
  }: Pick<Taken, 'agreement' | 'state' | 'to'> & { reached: Set<SeasonStage> },
) {
  const { id } = member;
  reached.add('papersIn');
  if (next(2) > 0 && state !== 'completed') return;
  await step(agreement, id, 'ordered', daysAgo(next(10)));
  reached.add('ordered');
  if (next(2) > 0 && state !== 'completed') return;
  await step(agreement, id, 'joined', daysAgo(0));
  member.district = blockByCode(to).districtCode;
  await db.updateTable('users').set({ block: to, district: member.district }).where('id', '=', id).execute();
  reached.add('joined');
}

async function planFor(
  member: Seat,
  { season, agreement, isNo }: { season: string; agreement: string; isNo: boolean },
) {
  const { id: user_id, district } = member;
  const planned = { round_id: round, user_id, district, subject: 'hindi' };
  await db
    .insertInto('round_teachers')
    .values({ ...planned, asked_at: daysAgo(17), ready_at: daysAgo(13) })
    .execute();
  if (isNo) await object(season, agreement, member);
}

async function object(season_id: string, agreement_id: string, { id: user_id }: Seat) {
  const due = { created_at: daysAgo(11), due_at: daysAgo(8) };
  await db
    .insertInto('objections')
    .values({ id: newId(), season_id, agreement_id, user_id, category: 'other', ...due })
    .execute();
}

async function consent(season_id: string, { id, consentedIn, stages }: Seat, withdrawn_at: Date | null) {
  const given = { given_at: daysAgo(17), sentence: 'If a place comes, I take it.', withdrawn_at };
  await db
    .insertInto('season_consents')
    .values({ id: newId(), season_id, user_id: id, asked_at: null, district: consentedIn, ...given })
    .execute();
  if (withdrawn_at === null) stages.add('consented');
}

async function step(agreement_id: string, user_id: string, kind: 'ordered' | 'joined', happened_at: Date) {
  await db
    .insertInto('agreement_steps')
    .values({ id: newId(), agreement_id, user_id, kind, reason: null, words: null, happened_at })
    .execute();
}

/** A row of a list of teachers, of groups or of consents. */
interface Row {
  _id?: string;
  teacher?: { _id: string; isElsewhere?: boolean };
  isElsewhere?: boolean;
}

/** Reads every row of a list, page by page, as its screen does. */
async function rowsOf(list: string, token: string) {
  const all: Row[] = [];
  for (let page = 1; ; page++) {
    const answered = await test.call({
      url: `${list}${list.includes('?') ? '&' : '?'}page=${page}&limit=50`,
      token,
    });
    expect(answered.statusCode, `${list}: ${answered.body}`).toBe(200);
    const { pagination, ...rows } = JSON.parse(answered.body);
    // A list has one field beside its pagination.
    all.push(...(Object.values(rows)[0] as Row[]));
    if (page >= pagination.pages) {
      const ids = all.map((row) => row._id ?? row.teacher?._id ?? '');
      return { ids, rows: all, total: pagination.total };
    }
  }
}

describe.each(['state', 'district'] as const)('the desk of an administrator of the %s', (role) => {
  const token = () => (role === 'state' ? administrator.token : officer);
  const desk = async () => {
    const answered = await test.call({ url: '/api/admin/desk', token: token() });
    expect(answered.statusCode, answered.body).toBe(200);
    return answered.json();
  };

  it('counts the teachers of each stage, and links to exactly these rows', async () => {
    const { counts, daysLeft } = await desk();
    expect(daysLeft).toBe(40);
    for (const stage of seasonStages) {
      const { count, list } = counts?.[stage] ?? { count: 0, list: '' };
      const isCounted = ({ seat, consentedIn }: Generated) =>
        role === 'state' || (stage === 'consented' ? consentedIn : seat) === 'gaya';
      const expected = teachers.filter((teacher) => teacher.stages.has(stage) && isCounted(teacher));
      const { ids, rows, total } = await rowsOf(list, token());
      expect([stage, count, total], list).toEqual([stage, expected.length, expected.length]);
      expect(ids.toSorted(), stage).toEqual(expected.map(({ id }) => id).toSorted());
      if (role === 'state') continue;
      const moved = rows.filter((row) => (row.teacher ?? row).isElsewhere === true);
      const gone = expected.filter(({ district }) => district !== 'gaya').map(({ id }) => id);
      expect(moved.map(({ _id, teacher }) => _id ?? teacher?._id).toSorted(), stage).toEqual(gone.toSorted());
      if (stage !== 'objections') expect(gone.length, stage).toBeGreaterThan(0);
    }
  });

  it('counts the agreements of each task, and links to exactly these rows', async () => {
    const { tasks } = await desk();
    for (const task of agreementTasks) {
      const { count, list } = tasks[task];
      const { ids, total } = await rowsOf(list, token());
      expect([task, total, new Set(ids).size]).toEqual([task, count, count]);
      expect(count, task).toBeGreaterThan(0);
    }
  });

  it('has the same consents in the list and in the file', async () => {
    const { counts } = await desk();
    const file = await test.call({ url: '/api/admin/consents.csv', token: token() });
    expect(file.body.trim().split('\r\n')).toHaveLength(1 + (counts?.consented.count ?? 0));
    const [head = '', first = ''] = file.body.split('\r\n');
    expect(head).toContain('Account,Name,District,Block,Subject,Level,Consented,Sentence');
    expect(first).toContain('"If a place comes, I take it."');
  });
});

it('shows a district of a teacher who joined elsewhere only the name and the present place', async () => {
  const gone = teachers.find(
    ({ district, seat, consentedIn, stages }) =>
      district !== 'gaya' &&
      [seat, consentedIn].every((place) => place === 'gaya') &&
      (['joined', 'consented'] as const).every((stage) => stages.has(stage)),
  );
  const { id = '', name = '', district = '' } = gone ?? {};
  const place = { district: districtByCode(district).name, isElsewhere: true };
  const found = await rowsOf('/api/admin/users?stage=joined', officer);
  const row = found.rows.find(({ _id }) => _id === id);
  const both = {
    currentDistrict: place.district,
    postingBlock: expect.any(String),
    currentBlock: expect.any(String),
  };
  expect(row).toEqual({ _id: id, name, ...place, ...both });
  const { rows } = await rowsOf('/api/admin/consents', officer);
  expect(rows.find(({ teacher }) => teacher?._id === id)).toMatchObject({
    teacher: { _id: id, name, isElsewhere: true },
    ...{ district: place.district, subject: null, classRange: null },
  });
  const lines = await linesOf('users.csv?stage=joined', officer);
  expect(lines.find((line) => line.includes(name))?.replaceAll(/,+/g, ',')).toMatch(
    new RegExp(`^${id},${name},${place.district},[^,]+,$`),
  );
  expect((await test.call({ url: `/api/admin/users/${id}`, token: officer })).statusCode).toBe(403);
  const { phone } = await db
    .selectFrom('users')
    .select('phone')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  for (const filter of [
    `search=${phone}`,
    'isActive=true',
    'isPaid=false',
    'isVerified=false',
    'subject=Hindi',
  ])
    for (const list of ['users?stage=joined&', ...(/search|subject/.test(filter) ? ['consents?'] : [])]) {
      const { ids } = await rowsOf(`/api/admin/${list}${filter}`, officer);
      expect(ids, list + filter).not.toContain(id);
    }
});

/** Returns the rows of a CSV file, without its heading. */
async function linesOf(file: string, token: string) {
  const answered = await test.call({ url: `/api/admin/${file}`, token });
  expect(answered.statusCode, answered.body).toBe(200);
  const [, ...lines] = answered.body.trim().split('\r\n');
  return lines;
}

it.each(['state', 'district'] as const)(
  'every figure that two screens or files of the %s show is the same on each',
  async (role) => {
    const token = role === 'state' ? administrator.token : officer;
    const { counts, tasks } = (await test.call({ url: '/api/admin/desk', token })).json();
    for (const stage of seasonStages) {
      const { count = 0, list = '' } = counts?.[stage] ?? {};
      const file = list.replace('/api/admin/', '').replace(/^(\w+)/, '$1.csv');
      expect([stage, (await linesOf(file, token)).length]).toEqual([stage, count]);
    }
    for (const task of agreementTasks) {
      const groups = (await linesOf(`agreements.csv?task=${task}`, token)).map((line) => line.split(',')[0]);
      expect([task, new Set(groups).size]).toEqual([task, tasks[task].count]);
    }
    const { count, list } = tasks.objections;
    expect((await rowsOf(list, token)).total).toBe(count);
    expect(await linesOf('objections.csv?state=open', token)).toHaveLength(count);
    // The office of the present posting replies to an objection; the season counts it for the district of the seat.
    if (role === 'state') expect(count).toBe(counts?.objections.count);
    const total = async (path: string) => (await rowsOf(`/api/admin/${path}`, token)).total;
    expect(await linesOf('users.csv', token)).toHaveLength(await total('users'));
    const all = (await linesOf('agreements.csv', token)).map((line) => line.split(',')[0]);
    expect(new Set(all).size).toBe(await total('agreements'));
  },
);

it('a round has the same figures on its card, by day, on the page of the season and in the published results', async () => {
  const { counts } = (await call('GET', 'desk')).json();
  const { days, ...card } = (await call('GET', `rounds/${round}`)).json();
  const sum = (name: 'agreed' | 'moved' | 'yes' | 'no') => days.reduce((total, day) => total + day[name], 0);
  expect(card.agreed).toBe(counts?.agreed.count);
  expect([sum('agreed'), sum('moved'), sum('yes'), sum('no')]).toEqual([
    ...[card.agreed, card.moved, card.yes, card.no],
  ]);
  expect(card.yes + card.no + card.silent).toBe(card.asked);
  expect(card.no).toBe(counts?.objections.count);
  const { seasons } = (await call('GET', 'seasons')).json();
  const { results } = {
    results: (await test.call({ url: `/api/seasons/${seasons[0]?._id}/results` })).json(),
  };
  const published = (number: number) => (number < 5 ? null : number - (number % 5));
  expect(results.rounds).toMatchObject([
    {
      ...{ agreed: published(card.agreed), moved: published(card.moved), ready: published(card.ready) },
      ...{ asked: published(card.questions), proposals: published(card.asked) },
      objections: published(card.no),
    },
  ]);
});

it('the season page counts the consents of each district', async () => {
  const { seasons } = (await call('GET', 'seasons')).json();
  const { consents, consentsByDistrict } = (await call('GET', `seasons/${seasons[0]?._id}`)).json();
  const consented = teachers.filter(({ stages }) => stages.has('consented'));
  expect(consents).toBe(consented.length);
  expect(consentsByDistrict).toEqual(
    districts.map((code) => ({
      district: districtByCode(code).name,
      consents: consented.filter(({ consentedIn }) => consentedIn === code).length,
    })),
  );
});

it('an administrator of districts reads what they did themselves, and finds only their own teachers by words', async () => {
  const ofSaran = teachers.find(({ district }) => district === 'saran');
  await call('GET', `users/${ofSaran?.id}`);
  await test.call({ url: '/api/admin/consents', token: officer });
  const log = await test.call({ url: '/api/admin/audit?limit=100', token: officer });
  const { entries } = log.json();
  expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set(['Head of Gaya']));
  expect(entries.map(({ action }) => action)).toContain('look.consents');
  const file = await test.call({ url: '/api/admin/audit.csv?action=look.', token: officer });
  expect(file.body).not.toContain('The Administrator');
});

it('without a season there are tasks and no counts', async () => {
  await db.deleteFrom('seasons').execute();
  const { season, daysLeft, counts, tasks } = (await call('GET', 'desk')).json();
  expect([season, daysLeft, counts]).toEqual([null, null, null]);
  expect(tasks.withoutOrder.count).toBeGreaterThan(0);
});
