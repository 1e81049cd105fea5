/** This file is long because the parts of a season are tested together, over several days of one clock. */
import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';
import type { RoundDetails, RoundList } from '@mutual-transfer/domain/agreements/round';
import type { Problem } from '@mutual-transfer/domain/problem';
import type { AdminSeason, SeasonList, SeasonResults } from '@mutual-transfer/domain/seasons/season';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answer, makeReady, provePhones, seen } from '../../test/testing/agreements.ts';
import { PASSWORD, postRequest, registerTeacher, type TestTeacher } from '../../test/testing/factories.ts';
import { freshRing } from '../../test/testing/fixtures.ts';
import { waitingForLocks } from '../../test/testing/locks.ts';
import { steps, type Wisher, wish } from '../../test/testing/ring-of-three.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { followAll } from '../agreements/deadlines.ts';
import { followSeasons } from './follow-seasons.ts';

const HOUR = 3_600_000;

let test: TestApp;
let administrator: TestTeacher;
let ring: [Wisher, Wisher, Wisher];

beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  ({ administrator, ring } = await freshRing(test));
});
afterAll(() => test.close());

/** Returns the ISO text of the time that is this number of hours after the test's clock. */
const at = (hours: number) => new Date(test.clock.now.getTime() + hours * HOUR).toISOString();
const timetable = () => ({
  opens: at(-1),
  listCloses: at(24),
  rounds: [
    { askedFrom: at(20), proposalsSent: at(25), answersUntil: at(49) },
    { askedFrom: at(60), proposalsSent: at(72), answersUntil: at(100) },
  ],
  closed: at(120),
});
const season = (changes: object = {}) => ({
  name: 'Winter 2026',
  order: 'Order 12 of 1 June 2026, Directorate',
  ...timetable(),
  consent: 'after',
  ...changes,
});
const asAdministrator = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: unknown) =>
  test.call({ method, url, body, token: administrator.token });
const make = async (changes: object = {}): Promise<AdminSeason> => {
  const response = await asAdministrator('POST', '/api/admin/seasons', season(changes));
  expect(response.statusCode, response.body).toBe(201);
  await test.settled();
  return response.json<AdminSeason>();
};
const find = async (id: string) =>
  (await asAdministrator('GET', `/api/admin/seasons/${id}`)).json<AdminSeason>();
/** Advances the clock, then does the due work. */
const passHours = async (hours: number) => {
  test.clock.now = new Date(test.clock.now.getTime() + hours * HOUR);
  await follow();
};
const follow = async () => {
  const { db } = test.database;
  await followSeasons(db, test.clock.now);
  await followAll({ db, now: () => test.clock.now });
  await test.settled();
};
const consent = ({ teacher }: Wisher, id: string, method: 'POST' | 'DELETE' = 'POST') =>
  test.call({ method, url: `/api/seasons/${id}/consent`, token: teacher.token });
const resultOf = async ({ teacher }: Wisher, id: string) => {
  const response = await test.call({ url: `/api/seasons/${id}/my-result`, token: teacher.token });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};
const tick = async ({ teacher }: Wisher, id: string, step: string) => {
  const url = `/api/agreements/${id}/steps`;
  return (await test.call({ method: 'POST', url, body: { step }, token: teacher.token })).statusCode;
};
const agreementsOf = async ({ teacher }: Wisher): Promise<Agreement[]> =>
  (await test.call({ url: '/api/agreements', token: teacher.token })).json().agreements;

describe('a season', () => {
  it('is created with its timetable, which visitors can read', async () => {
    const none = await test.call({ url: '/api/seasons/current' });
    expect(none.json()).toEqual({ season: null });
    const made = await make();
    expect(made).toMatchObject({
      name: 'Winter 2026',
      relieving: false,
      state: 'open',
      consentSentence: null,
    });
    expect(made.next).toEqual({ event: 'asked', at: made.rounds[0]?.askedFrom, round: 1 });
    const current = (await test.call({ url: '/api/seasons/current' })).json();
    expect(current.season).toMatchObject({ _id: made._id, name: 'Winter 2026', state: 'open' });
    const list = (await asAdministrator('GET', '/api/admin/seasons')).json<SeasonList>();
    expect([list.seasons.length, list.pagination.total]).toEqual([1, 1]);
  });

  it('has its name in the language of the reader, also in consents and notices', async () => {
    const { _id, name, names } = await make({ consent: 'before', names: { hi: 'शीत 2026' } });
    expect([name, names]).toEqual(['Winter 2026', { hi: 'शीत 2026' }]);
    const nameIn = async (language: string) => {
      const headers = { 'accept-language': language };
      const { season } = (await test.call({ url: '/api/seasons/current', headers })).json();
      return [season?.name, season?.consentSentence?.includes(season.name)];
    };
    expect([await nameIn('en'), await nameIn('hi')]).toEqual([
      ['Winter 2026', true],
      ['शीत 2026', true],
    ]);
    const changed = await asAdministrator('PATCH', `/api/admin/seasons/${_id}`, { names: {} });
    expect(changed.json()).toMatchObject({ name: 'Winter 2026', names: {} });
    expect(await nameIn('hi')).toEqual(['Winter 2026', true]);
    const wrong = await asAdministrator('PATCH', `/api/admin/seasons/${_id}`, { names: { xx: 'Other' } });
    expect(wrong.statusCode).toBe(400);
  });

  it('is refused with dates that are not in order, and while another one is open', async () => {
    const refused = await asAdministrator(
      'POST',
      '/api/admin/seasons',
      season({ listCloses: at(-2), closed: at(99) }),
    );
    expect(refused.statusCode).toBe(400);
    expect(Object.keys(refused.json().fields)).toEqual(['listCloses', 'closed']);
    const hasty = season({ consent: 'before', rounds: [{ ...timetable().rounds[0], answersUntil: at(48) }] });
    const tooShort = await asAdministrator('POST', '/api/admin/seasons', hasty);
    expect(tooShort.json().fields).toEqual({
      'rounds.0.answersUntil': 'Members need at least 24 hours to object.',
    });
    const over = await asAdministrator('POST', '/api/admin/seasons', {
      ...season(),
      ...{ opens: at(-9), listCloses: at(-8), closed: at(-1) },
      rounds: [{ askedFrom: at(-8), proposalsSent: at(-7), answersUntil: at(-6) }],
    });
    expect(over.json().fields).toMatchObject({ opens: expect.stringMatching(/over already/) });
    const { _id } = await make();
    const second = await asAdministrator('POST', '/api/admin/seasons', season());
    expect([second.statusCode, second.json().code]).toEqual([409, 'season_overlap']);
    expect((await asAdministrator('GET', `/api/admin/seasons/${administrator.user._id}`)).statusCode).toBe(
      404,
    );
    const teacher = ring[0].teacher.token;
    const stranger = await test.call({ url: `/api/admin/seasons/${_id}`, token: teacher });
    expect(stranger.statusCode).toBe(403);
    expect((await test.call({ url: '/api/admin/seasons' })).statusCode).toBe(401);
  });

  it('has dates within twenty years, and a stored date beyond them does not prevent other changes', async () => {
    const far = await asAdministrator('POST', '/api/admin/seasons', season({ closed: at(8_000 * 24) }));
    expect([far.statusCode, far.json().fields]).toEqual([
      400,
      { closed: 'The dates of a season lie within twenty years from now.' },
    ]);
    const { _id } = await make();
    const change = (body: object) => asAdministrator('PATCH', `/api/admin/seasons/${_id}`, body);
    expect(Object.keys((await change({ closed: at(8_000 * 24) })).json().fields)).toEqual(['closed']);
    const closed_at = new Date(at(9_000 * 24));
    await test.database.db.updateTable('seasons').set({ closed_at }).where('id', '=', _id).execute();
    expect((await change({ name: 'Winter' })).statusCode).toBe(200);
  });

  it('is changed, which the audit log records with the values before and after', async () => {
    const { _id, closed, rounds } = await make();
    const [first, second] = rounds;
    const change = { name: 'Winter 2026', closed: at(90), rounds: [first] };
    expect((await asAdministrator('PATCH', `/api/admin/seasons/${_id}`, change)).statusCode).toBe(200);
    const audit = await asAdministrator('GET', '/api/admin/audit?action=season.change');
    const removed = Object.entries(second ?? {}).map(([field, before]) => ({
      ...{ field: `rounds.1.${field}`, before, after: null },
    }));
    const changes = [{ field: 'closed', before: closed, after: change.closed }, ...removed];
    expect(audit.json().entries[0].details).toEqual({ season: _id, name: 'Winter 2026', changes });
  });

  it('is withdrawn by an administrator of the state before it opens, which the audit log records', async () => {
    const { _id } = await make({ opens: at(1) });
    const withdraw = () => asAdministrator('DELETE', `/api/admin/seasons/${_id}`);
    const url = `/api/admin/seasons/${_id}`;
    const byTeacher = await test.call({ method: 'DELETE', url, token: ring[0].teacher.token });
    expect(byTeacher.statusCode).toBe(403);
    expect((await test.call({ method: 'DELETE', url })).statusCode).toBe(401);
    expect((await withdraw()).statusCode).toBe(204);
    expect((await test.call({ url: '/api/seasons/current' })).json()).toEqual({ season: null });
    expect((await withdraw()).statusCode).toBe(404);
    const audit = await asAdministrator('GET', '/api/admin/audit?action=season.withdraw');
    expect(audit.json().entries).toMatchObject([{ details: { season: _id, name: 'Winter 2026' } }]);
    const open = await make();
    const late = await asAdministrator('DELETE', `/api/admin/seasons/${open._id}`);
    expect([late.statusCode, late.json().code]).toEqual([409, 'season_begun']);
  });

  it.each([
    ['not withdrawn', 'DELETE', undefined, [409, 'season_begun', []]],
    ['not given another consent', 'PATCH', { consent: 'before' }, [400, 'validation_failed', ['consent']]],
  ] as const)('that opens while the call waits for its row is %s', async (_what, method, body, expected) => {
    const { _id } = await make({ opens: at(1) });
    const holder = await test.database.pool.connect();
    await holder.query('begin');
    await holder.query('select from seasons where id = $1 for update', [_id]);
    const answered = asAdministrator(method, `/api/admin/seasons/${_id}`, body);
    await expect.poll(() => waitingForLocks(test.database)).toBe(1);
    test.clock.now = new Date(test.clock.now.getTime() + 2 * HOUR);
    await holder.query('commit');
    holder.release();
    const refused = await answered;
    const { code, fields = {} } = refused.json<Problem>();
    expect([refused.statusCode, code, Object.keys(fields)]).toEqual(expected);
  });

  it('accepts changes of future dates, also of a round that has begun, and refuses changes of past dates', async () => {
    const { _id, rounds } = await make();
    await passHours(21);
    const [first, second] = rounds;
    const change = (body: object) => asAdministrator('PATCH', `/api/admin/seasons/${_id}`, body);
    const past = await change({ opens: at(-30) });
    expect([past.statusCode, Object.keys(past.json().fields)]).toEqual([400, ['opens']]);
    const moved = await change({ rounds: [{ ...first, askedFrom: at(-2) }, second] });
    expect(Object.keys(moved.json().fields)).toEqual(['rounds.0.askedFrom']);
    expect((await change({ consent: 'before' })).json().fields).toHaveProperty('consent');
    const later = await change({
      name: 'Winter',
      rounds: [{ ...first, proposalsSent: at(10), answersUntil: at(36) }, second],
    });
    expect(later.statusCode, later.body).toBe(200);
    expect(later.json<AdminSeason>()).toMatchObject({ name: 'Winter', order: season().order });
    await makeReady(test, ring);
    await passHours(9);
    expect(await agreementsOf(ring[0])).toEqual([]);
    await passHours(1);
    const [proposal] = await agreementsOf(ring[0]);
    expect(proposal?.deadline).toBe(later.json<AdminSeason>().rounds[0]?.answersUntil);
    expect((await change({ rounds: [second] })).statusCode).toBe(400);
  });
});

describe('the timetable of rounds', () => {
  it('starts each round once, even in concurrent runs, and counts the teachers that it asked and included in its plan', async () => {
    await makeReady(test, ring.slice(0, 2));
    const { _id, roundCounts } = await make();
    expect(roundCounts[0]).toEqual({ number: 1, roundId: null, asked: 1, ready: 2 });
    await passHours(19);
    expect((await find(_id)).roundCounts[0]?.roundId).toBeNull();
    test.clock.now = new Date(test.clock.now.getTime() + HOUR);
    const { db } = test.database;
    await Promise.all([1, 2, 3].map(() => followSeasons(db, test.clock.now)));
    await follow();
    const rounds = (await asAdministrator('GET', '/api/admin/rounds')).json<RoundList>().rounds;
    expect(rounds).toMatchObject([
      { state: 'running', number: 1, startedBy: null, plannedAt: null, questions: 1 },
    ]);
    await makeReady(test, ring.slice(2));
    await passHours(5);
    const [proposal] = await agreementsOf(ring[0]);
    expect(proposal).toMatchObject({
      state: 'proposed',
      deadline: (await find(_id)).rounds[0]?.answersUntil,
    });
    expect((await find(_id)).roundCounts[0]).toMatchObject({ asked: 1, ready: 3 });
    await passHours(40);
    const later = (await asAdministrator('GET', '/api/admin/rounds')).json<RoundList>().rounds;
    expect(later).toMatchObject([
      { state: 'running', number: 2 },
      { state: 'finished', number: 1 },
    ]);
    await passHours(60);
    const closed = (await test.call({ url: '/api/seasons/current' })).json();
    expect(closed.season).toMatchObject({ state: 'closed', next: null });
  });

  it('starts a missed round once, and none whose deadline has passed', async () => {
    const { _id } = await make();
    await makeReady(test, ring);
    await passHours(80);
    await follow();
    const { roundCounts } = await find(_id);
    expect(roundCounts[0]?.roundId).toBeNull();
    expect(roundCounts[1]).toMatchObject({ roundId: expect.any(String), ready: 3 });
    expect((await agreementsOf(ring[0])).length).toBe(1);
  });

  it('names the stopped round, and the next date after it', async () => {
    await makeReady(test, ring);
    const { _id, stoppedRounds, rounds } = await make();
    expect(stoppedRounds).toEqual([]);
    await passHours(26);
    const { roundCounts } = await find(_id);
    const stopped = await asAdministrator('DELETE', `/api/admin/rounds/${roundCounts[0]?.roundId}`);
    expect(stopped.json<RoundDetails>().state).toBe('stopped');
    const expected = {
      stoppedRounds: [{ round: 1, at: stopped.json<RoundDetails>().endedAt }],
      next: { event: 'asked', at: rounds[1]?.askedFrom, round: 2 },
    };
    expect(await find(_id)).toMatchObject(expected);
    const current = (await test.call({ url: '/api/seasons/current' })).json();
    expect(current.season).toMatchObject(expected);
    const later = await asAdministrator('PATCH', `/api/admin/seasons/${_id}`, { rounds });
    expect(later.statusCode, later.body).toBe(200);
  });

  it('counts the teachers of a stopped round as ready while its proposals are being ended', async () => {
    await makeReady(test, ring);
    await make();
    await passHours(26);
    const ready = async () =>
      (await asAdministrator('GET', '/api/admin/rounds')).json<RoundList>().expected.ready;
    expect(await ready()).toBe(0);
    const stop = { state: 'stopped', ended_at: test.clock.now } as const;
    await test.database.db.updateTable('rounds').set(stop).execute();
    expect(await ready()).toBe(3);
  });

  it('allows an administrator’s round between its own, for chosen districts and subjects', async () => {
    await makeReady(test, ring);
    const { _id } = await make();
    await passHours(20.5);
    const query = 'districts=Gaya,Patna&subjects=Urdu';
    const board = (await asAdministrator('GET', `/api/admin/rounds?${query}`)).json<RoundList>();
    expect(board.expected).toMatchObject({ asked: 0, ready: 2 });
    const wrong = await asAdministrator('GET', '/api/admin/rounds?districts=Nowhere');
    expect(wrong.statusCode).toBe(400);
    const body = { districts: ['Gaya', 'Patna', 'Saran'], subjects: ['Urdu'] };
    const started = await asAdministrator('POST', '/api/admin/rounds', body);
    expect(started.statusCode, started.body).toBe(201);
    await test.settled();
    const { _id: round } = started.json<RoundDetails>();
    const details = (await asAdministrator('GET', `/api/admin/rounds/${round}`)).json<RoundDetails>();
    expect(details).toMatchObject({ ...body, number: null, ready: 3, proposals: 1 });
    await passHours(5);
    const own = (await agreementsOf(ring[0])).length;
    expect([own, (await find(_id)).roundCounts[0]?.ready]).toEqual([1, 0]);
  });
});

describe('consent before the plan', () => {
  const before = { consent: 'before' };
  const stepsOf = (id: string) =>
    test.database.db
      .selectFrom('agreement_steps')
      .select(['kind', 'consent_id'])
      .where('agreement_id', '=', id)
      .orderBy('id')
      .execute();

  it('can be given and withdrawn until the list closes, and is stored with its sentence', async () => {
    const { _id, consentSentence } = await make(before);
    expect(consentSentence).toContain('Winter 2026');
    const given = await consent(ring[0], _id);
    expect([given.statusCode, given.json()]).toMatchObject([
      200,
      { given: true, sentence: consentSentence, withdrawnAt: null },
    ]);
    expect((await consent(ring[0], _id)).json()).toEqual(given.json());
    const back = await consent(ring[0], _id, 'DELETE');
    expect(back.json()).toMatchObject({ given: false, withdrawnAt: expect.any(String) });
    expect((await consent(ring[0], _id, 'DELETE')).json()).toEqual(back.json());
    expect((await consent(ring[0], _id)).json().given).toBe(true);
    expect((await test.call({ method: 'POST', url: `/api/seasons/${_id}/consent` })).statusCode).toBe(401);
    const admin = await asAdministrator('POST', `/api/seasons/${_id}/consent`);
    expect(admin.statusCode).toBe(403);
    expect((await consent(ring[0], administrator.user._id)).statusCode).toBe(404);
    await passHours(24);
    for (const method of ['POST', 'DELETE'] as const) {
      const late = await consent(ring[1], _id, method);
      expect([late.statusCode, late.json().code]).toEqual([409, 'consent_closed']);
    }
    expect((await find(_id)).consents).toBe(1);
  });

  it('is requested once from every teacher with a request', async () => {
    await registerTeacher(test);
    await make(before);
    await follow();
    await follow();
    const asked = await test.database.db
      .selectFrom('alerts')
      .select('to_user_id')
      .where('kind', '=', 'consent_asked')
      .execute();
    expect(asked.map(({ to_user_id }) => to_user_id).sort()).toEqual(
      ring.map(({ teacher }) => teacher.user._id).sort(),
    );
  });

  it('limits the plan to teachers who consented, and records their silence after a day as a yes that names the consent', async () => {
    const ready = await wish(test, steps[1], { registration: { subject: 'Urdu' } });
    await makeReady(test, [ready]);
    const { _id } = await make({ ...before, relieving: true });
    for (const member of ring) await consent(member, _id);
    await provePhones(test, ring);
    const privacySettings = { hideName: true, hidePhone: true, hideEmail: true, hideSchoolName: true };
    const hiding = { method: 'PUT', url: '/api/auth/privacy', body: { privacySettings } } as const;
    await test.call({ ...hiding, token: ring[1].teacher.token });
    const early = await asAdministrator('POST', '/api/admin/rounds', {});
    expect(early.json().code).toBe('list_open');
    await passHours(25);
    const [announced] = await agreementsOf(ring[0]);
    expect(announced).toMatchObject({ state: 'proposed', source: 'round', silenceAgrees: true });
    expect(announced?.members.map(({ requestId }) => requestId)).toEqual(
      ring.map(({ requestId }) => requestId),
    );
    expect(announced?.members[1]?.user?.email).toBe('Hidden');
    expect((await resultOf(ring[1], _id)).outcome).toBe('proposed');
    const id = announced?._id ?? '';
    await answer(test, ring[2], id, 'yes');
    await passHours(23);
    expect((await seen(test, ring[0], id)).state).toBe('proposed');
    await passHours(1);
    const agreement = await seen(test, ring[0], id);
    expect([agreement.state, agreement.members.map((member) => member.answer)]).toEqual([
      'agreed',
      ['yes', 'yes', 'yes'],
    ]);
    expect(agreement.members[1]?.user?.name).toBe(ring[1].teacher.user.name);
    expect(agreement.portalSteps).toEqual(['submitted', 'otp', 'ordered', 'relieved', 'joined']);
    for (const step of ['submitted', 'relieved']) expect(await tick(ring[0], id, step)).toBe(200);
    const taken = await stepsOf(id);
    expect(taken.map(({ kind }) => kind).sort()).toEqual([
      ...['agreed', 'proposed', 'relieved', 'silence', 'silence', 'submitted', 'yes'],
    ]);
    expect(taken.every(({ kind, consent_id }) => (consent_id !== null) === (kind === 'silence'))).toBe(true);
    const { rounds } = (await asAdministrator('GET', '/api/admin/rounds')).json<RoundList>();
    const counted = { asked: 3, yes: 1, noObjection: 2, no: 0, silent: 0, agreed: 3 };
    expect(rounds[0]).toMatchObject(counted);
    const details = (
      await asAdministrator('GET', `/api/admin/rounds/${rounds[0]?._id}`)
    ).json<RoundDetails>();
    expect(details.days.map(({ yes, no }) => [yes, no])).toContainEqual([1, 0]);
    expect(details.days.reduce((sum, { yes }) => sum + yes, 0)).toBe(1);
    expect(await resultOf(ring[0], _id)).toMatchObject({
      outcome: 'agreed',
      round: 1,
      agreementId: id,
      consent: { given: true },
      mayConsent: false,
    });
    expect((await resultOf(ready, _id)).outcome).toBe('no_consent');
    // Four teachers have an open request: the ring, and the one who is ready without a consent.
    expect((await find(_id)).roundCounts[0]).toMatchObject({ asked: 4, ready: 3 });
  });

  it('makes another plan at once after an objection, without the member who objected', async () => {
    const spare = await wish(test, steps[1], { registration: { subject: 'Urdu' } });
    const everyone = [...ring, spare];
    const { _id } = await make(before);
    for (const member of everyone) await consent(member, _id);
    await provePhones(test, everyone);
    await passHours(25);
    const [first] = await agreementsOf(ring[0]);
    const isIn = ({ requestId }: Wisher) => first?.members.some((member) => member.requestId === requestId);
    const objecting = [ring[1], spare].find(isIn) ?? spare;
    const other = objecting === spare ? ring[1] : spare;
    expect((await resultOf(other, _id)).outcome).toBe('no_ring');
    await answer(test, objecting, first?._id ?? '', 'no');
    await test.settled();
    const [second] = await agreementsOf(ring[0]);
    expect(second?.members.map(({ requestId }) => requestId)).toContain(other.requestId);
    expect(await resultOf(objecting, _id)).toMatchObject({
      outcome: 'you_declined',
      reason: 'A group for you existed, and you declined it.',
    });
    await passHours(25);
    expect((await seen(test, ring[0], second?._id ?? '')).state).toBe('agreed');
  });

  it('outlives an erased account without name and contact if a group is based on it, as does an objection', async () => {
    const spare = await wish(test, steps[1], { registration: { subject: 'Urdu' } });
    const outside = { teacher: await registerTeacher(test), requestId: '' };
    const { _id, consentSentence } = await make(before);
    for (const member of [...ring, spare, outside]) await consent(member, _id);
    await provePhones(test, [...ring, spare]);
    await passHours(25);
    const [first] = await agreementsOf(ring[0]);
    const isIn = ({ requestId }: Wisher) => first?.members.some((member) => member.requestId === requestId);
    const objecting = [ring[1], spare].find(isIn) ?? spare;
    const why = { reason: 'Call me on 9876500001', category: 'own_facts' };
    await answer(test, objecting, first?._id ?? '', 'no', why);
    await test.settled();
    await passHours(25);
    const [second] = await agreementsOf(ring[0]);
    expect(second?.state).toBe('agreed');

    for (const { teacher } of [objecting, ring[2], outside]) {
      const erasing = { method: 'DELETE', url: '/api/auth/account', body: { password: PASSWORD } } as const;
      expect((await test.call({ ...erasing, token: teacher.token })).statusCode).toBe(200);
    }
    const { pool } = test.database;
    const { rows: silences } = await pool.query(
      `select agreement_steps.user_id, season_consents.user_id as consenter, sentence, given_at is not null as "isGiven"
       from agreement_steps join season_consents on season_consents.id = consent_id
       where agreement_id = $1 and agreement_steps.user_id is null`,
      [second?._id],
    );
    expect(silences).toEqual([{ user_id: null, consenter: null, sentence: consentSentence, isGiven: true }]);
    const { rows: objections } = await pool.query('select * from objections');
    expect(objections).toMatchObject([{ agreement_id: first?._id, user_id: null, category: 'own_facts' }]);
    const { rows: words } = await pool.query('select words from agreement_steps where words is not null');
    expect(words).toEqual([]);
    // Those of the ring and of the spare teacher; the one who was in no group leaves none.
    const { rows: left } = await pool.query('select user_id from season_consents where season_id = $1', [
      _id,
    ]);
    expect(left.map(({ user_id }) => user_id === null).toSorted()).toEqual([false, false, true, true]);
    expect((await find(_id)).consents).toBe(2);
    const reply = { result: 'refused', text: 'The facts were right' };
    const url = `/api/admin/objections/${objections[0]?.id}/reply`;
    expect((await asAdministrator('POST', url, reply)).statusCode).toBe(404);
    const list = (await asAdministrator('GET', '/api/admin/objections')).json();
    expect(list.objections).toEqual([]);
  });

  it('does not tell a teacher whose request came after the plan that they took part', async () => {
    const late = { teacher: await registerTeacher(test, { subject: 'Urdu' }), requestId: '' };
    const { _id } = await make(before);
    for (const member of [...ring, late]) await consent(member, _id);
    await passHours(25);
    expect((await resultOf(late, _id)).outcome).toBe('no_request');
    await postRequest(test, late.teacher, { subject: 'Urdu' });
    expect(await resultOf(late, _id)).toMatchObject({
      outcome: 'not_included',
      reason: expect.stringMatching(/^You have consented, but the plan could not include your request/),
    });
  });
});

describe('results', () => {
  it('are published after the first answers, without counts below five, and each teacher reads their reason', async () => {
    const late = await wish(test, steps[0], { registration: { subject: 'Physics' } });
    await makeReady(test, ring);
    const { _id } = await make();
    expect((await resultOf(ring[0], _id)).outcome).toBe('not_planned');
    const results = async () => (await test.call({ url: `/api/seasons/${_id}/results` })).json().rounds;
    await passHours(26);
    expect(await results()).toEqual([]);
    const [proposal] = await agreementsOf(ring[0]);
    await answer(test, ring[1], proposal?._id ?? '', 'no');
    await passHours(24);
    const [round] = await results();
    expect(round).toMatchObject({ number: 1, ready: null, proposals: null, byDistrict: [], bySubject: [] });
    const outcomes = await Promise.all(
      [...ring, late].map(async (one) => (await resultOf(one, _id)).outcome),
    );
    expect(outcomes).toEqual(['member_declined', 'you_declined', 'member_declined', 'not_ready']);
    const missing = await test.call({ url: `/api/seasons/${administrator.user._id}/results` });
    expect(missing.statusCode).toBe(404);
  });

  it('round counts down to multiples of five, so that no difference of two counts is a small number', async () => {
    const { db } = test.database;
    const { _id } = await make();
    await makeReady(test, ring);
    await passHours(26);
    const { id } = await db.selectFrom('rounds').select('id').executeTakeFirstOrThrow();
    const add = async (place: { district: string; subject: string }, isReady: boolean) => {
      const { user } = await registerTeacher(test);
      const ready_at = isReady ? test.clock.now : null;
      const asked = { asked_at: test.clock.now, ready_at };
      await db
        .insertInto('round_teachers')
        .values({ round_id: id, user_id: user._id, ...place, ...asked })
        .execute();
    };
    const saran = { district: 'saran', subject: 'sanskrit' };
    for (let more = 0; more < 9; more++) await add(saran, more !== 0);
    await add({ district: 'siwan', subject: 'urdu' }, true);
    await passHours(24);
    const [round] = (await test.call({ url: `/api/seasons/${_id}/results` })).json().rounds;
    // Nine were asked and eight are ready. The counts reveal neither the teacher who is not ready nor the one elsewhere.
    const counts = { asked: 5, ready: 5, proposals: null, objections: null, agreed: null, moved: null };
    expect(round?.ready).toBe(10);
    expect(round?.byDistrict.find(({ district }) => district === 'Saran')).toEqual({
      district: 'Saran',
      ...counts,
    });
    expect(round?.bySubject).toEqual([{ subject: 'Sanskrit', ...counts }]);
    expect(round?.byDistrict.map(({ district }) => district)).not.toContain('Siwan');
    const exact = await asAdministrator('GET', `/api/admin/seasons/${_id}/results`);
    const [own] = exact.json<SeasonResults>().rounds;
    expect(own).toMatchObject({ number: 1, ready: 12, proposals: 3, agreed: 0 });
    const ofDistricts = own?.byDistrict.map(({ district, asked, ready }) => [district, asked, ready]);
    expect(ofDistricts).toContainEqual(['Saran', 9, 9]);
    expect(ofDistricts).toContainEqual(['Siwan', 1, 1]);
  });

  it('are counted at most once a minute, whatever the number of callers', async () => {
    const { _id } = await make();
    await makeReady(test, ring);
    const url = `/api/seasons/${_id}/results`;
    const answers = await Promise.all(Array.from({ length: 20 }, () => test.call({ url })));
    await passHours(26);
    await passHours(24);
    const later = await Promise.all([test.call({ url }), test.call({ url })]);
    expect(answers.map((one) => one.json<SeasonResults>().rounds)).toEqual(Array(20).fill([]));
    expect(later.map((one) => one.json<SeasonResults>().rounds.length)).toEqual([1, 1]);
    await test.database.db.updateTable('rounds').set({ planned_at: null }).execute();
    expect((await test.call({ url })).json<SeasonResults>().rounds).toHaveLength(1);
    test.clock.now = new Date(test.clock.now.getTime() + 61_000);
    expect((await test.call({ url })).json<SeasonResults>().rounds).toHaveLength(0);
  });
});
