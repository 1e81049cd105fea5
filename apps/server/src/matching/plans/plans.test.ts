/** This file is long because it tests a plan from its start to its place in the history, on one app. */
import type { Plan, PlanBoard } from '@mutual-transfer/domain/matching/plan';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdministrator, registerTeacher, type TestTeacher } from '../../../test/testing/factories.ts';
import {
  planByNight,
  reached,
  startPlan,
  threads,
  whileOffersAreLocked,
} from '../../../test/testing/plans.ts';
import { ringOfThree, steps, type Wisher, wish } from '../../../test/testing/ring-of-three.ts';
import { startTestApp, type TestApp } from '../../../test/testing/test-app.ts';
import { wantsFirstPlan } from './latest-plan.ts';
import { writeProgress } from './plan-queue.ts';

let test: TestApp;
let administrator: TestTeacher;
let teacher: TestTeacher;
let members: readonly Wisher[];

beforeAll(async () => {
  test = await startTestApp();
  administrator = await makeAdministrator(test);
  members = await ringOfThree(test, 'Urdu');
  teacher = (await wish(test, steps[0], { registration: { subject: 'Physics' } })).teacher;
});
afterAll(() => test.close());

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  test.call({ method, url: `/api/admin/plans${path}`, body, token: administrator.token });

async function planned(body?: object): Promise<Plan> {
  const { _id } = await startPlan(test, administrator, body);
  return reached(test, administrator, _id, 'completed');
}

async function csvRows(id: string): Promise<string[][]> {
  const response = await call('GET', `/${id}/rings.csv`);
  expect(response.statusCode, response.body).toBe(200);
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(response.headers['content-disposition']).toContain(
    "filename*=UTF-8''mutual-transfer-rings-2026-06-15.csv",
  );
  return response.body
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(','));
}

async function actions(): Promise<string[]> {
  const rows = await test.database.db
    .selectFrom('audit_log')
    .select('action')
    .where('action', 'like', 'plan.%')
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
}

describe('plans', () => {
  it('are forbidden to visitors and teachers', async () => {
    for (const [token, status] of [
      [undefined, 401],
      [teacher.token, 403],
    ] as const) {
      for (const [method, path] of [
        ['GET', ''],
        ['POST', ''],
        ['GET', `/${teacher.user._id}`],
        ['DELETE', `/${teacher.user._id}`],
        ['GET', `/${teacher.user._id}/rings.csv`],
      ] as const) {
        const answer = await test.call({ method, url: `/api/admin/plans${path}`, token });
        expect(answer.statusCode, `${method} ${path}`).toBe(status);
      }
    }
  });

  it('reject ring lengths and survival probabilities out of range', async () => {
    for (const body of [
      { maxRing: 1 },
      { maxRing: 11 },
      { maxRing: 2.5 },
      { maxRing: '3' },
      { survival: 0 },
      { survival: 1.1 },
      { other: 1 },
    ]) {
      const answer = await call('POST', '', body);
      expect([answer.statusCode, answer.json().code], JSON.stringify(body)).toEqual([
        400,
        'validation_failed',
      ]);
    }
  });

  it('do not exist at first, and then /api/plan responds with `isPlanned: false`', async () => {
    expect((await call('GET', '')).json()).toEqual({ current: null, latest: null, history: [] });
    const open = await test.call({ url: '/api/plan' });
    expect([open.statusCode, open.json()]).toEqual([200, { isPlanned: false }]);
    for (const path of [`/${teacher.user._id}`, `/${teacher.user._id}/rings.csv`]) {
      expect((await call('GET', path)).statusCode).toBe(404);
    }
    expect((await call('DELETE', `/${teacher.user._id}`)).statusCode).toBe(404);
  });

  it('contain a ring of three, with figures per length, district and stratum', async () => {
    const plan = await planned({ maxRing: 4, survival: 0.9 });
    expect(plan).toMatchObject({
      maxRing: 4,
      survival: 0.9,
      progress: 1,
      requestedBy: 'The Administrator',
    });
    expect(plan.figures).toMatchObject({ offers: 4, teachers: 4, bound: 3, moved: 3, share: 1 });
    expect(plan.figures?.expectedMoves).toBeCloseTo(3 * 0.9 ** 3);
    expect(plan.figures?.byLongestRing).toEqual([
      { maxRing: 2, moved: 0 },
      { maxRing: 3, moved: 3 },
      { maxRing: 4, moved: 3 },
    ]);
    expect(plan.figures?.ringsByLength).toEqual([{ length: 3, rings: 1 }]);
    const busy = plan.figures?.districts.filter(({ leaving, coming }) => leaving + coming > 0);
    expect(plan.figures?.districts).toHaveLength(38);
    expect(busy).toEqual([
      { district: 'Gaya', leaving: 2, coming: 1, moved: 1 },
      { district: 'Patna', leaving: 1, coming: 2, moved: 1 },
      { district: 'Saran', leaving: 1, coming: 1, moved: 1 },
    ]);
    const kind = { classRange: '6-8', category: null, mixes: [] };
    expect(plan.figures?.strata).toMatchObject([
      { subject: 'Urdu', ...kind, teachers: 3, bound: 3, moved: 3 },
      { subject: 'Physics', ...kind, teachers: 1, bound: 0, moved: 0 },
    ]);
    expect((await call('GET', '')).json<PlanBoard>()).toMatchObject({ current: null, latest: plan });
  });

  it('are published if they are nightly ones, but not if an administrator requested them', async () => {
    await planned({ maxRing: 2 });
    test.clock.now = new Date(test.clock.now.getTime() + 60_000);
    expect((await test.call({ url: '/api/plan' })).json()).toEqual({ isPlanned: false });
    expect(await wantsFirstPlan(test.database.db)).toBe(true);
    await planByNight(test);
    const { finishedAt } = (await call('GET', '')).json<PlanBoard>().latest ?? {};
    expect(await wantsFirstPlan(test.database.db)).toBe(false);
    await planned({ maxRing: 2 });
    test.clock.now = new Date(test.clock.now.getTime() + 60_000);
    expect((await test.call({ url: '/api/plan' })).json()).toEqual({
      isPlanned: true,
      plannedAt: finishedAt,
      teachers: 4,
      maxRing: 10,
      moved: 3,
      movedInPairs: 0,
    });
  });

  it('have a history, in which only the published plan is marked as public', async () => {
    const { history } = (await call('GET', '')).json<PlanBoard>();
    expect(history.slice(0, 2)).toMatchObject([
      {
        isNightly: false,
        isPublic: false,
        requestedBy: 'The Administrator',
        maxRing: 2,
        teachers: 4,
        moved: 0,
      },
      { isNightly: true, isPublic: true, requestedBy: null, maxRing: 10, teachers: 4, moved: 3 },
    ]);
    expect(history.filter(({ isPublic }) => isPublic)).toHaveLength(1);
  });

  it('export their rings as CSV with one teacher per row, and write an audit entry for the download', async () => {
    const { _id } = await planned();
    const rows = await csvRows(_id);
    expect(rows.map(([ring, position, length]) => [ring, position, length])).toEqual([
      ['1', '1', '3'],
      ['1', '2', '3'],
      ['1', '3', '3'],
    ]);
    const look = await test.database.db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'look.people')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(look.details).toMatchObject({
      route: 'GET /api/admin/plans/:id/rings.csv',
      people: expect.arrayContaining(members.map((member) => member.teacher.user._id)),
    });
    const columnsIn = async (language: string) => {
      const url = `/api/admin/plans/${_id}/rings.csv`;
      const headers = { 'accept-language': language };
      const { body } = await test.call({ method: 'GET', url, token: administrator.token, headers });
      return body.split('\r\n')[0]?.replace('\uFEFF', '').split(',');
    };
    const columns = await columnsIn('hi');
    expect(columns?.[0]).toBe('चक्र');
    expect((await columnsIn('en'))?.length).toBe(columns?.length);
    const { user } = members[0]?.teacher ?? teacher;
    const own = rows.find(([, , , , , email]) => email === user.email);
    expect(own?.slice(3)).toEqual([
      user.name,
      user.phone,
      user.email,
      'Rajkiya Madhya Vidyalaya',
      'Gaya',
      'Bodh Gaya',
      'Patna',
      'Danapur',
      'Urdu',
      'Class 6 to 8',
      '',
    ]);
    expect((await actions()).at(-1)).toBe('plan.download');
  });

  it.each(['deactivated', 'erased'] as const)(
    'export neither a teacher whose account is %s nor the ring they were in',
    async (what) => {
      const registration = { subject: 'History', category: 'school' };
      const gone = await wish(test, steps[0], { registration });
      const other = await wish(test, [steps[0][1], steps[0][0]], { registration });
      const { _id } = await planned({ maxRing: 2 });
      const emails = async () => (await csvRows(_id)).map((row) => row[5]);
      const both = [gone.teacher.user.email, other.teacher.user.email];
      expect((await emails()).toSorted()).toEqual(both.toSorted());
      const url = `/api/admin/users/${gone.teacher.user._id}/toggle-status`;
      if (what === 'deactivated') await test.call({ method: 'PUT', url, token: administrator.token });
      else await test.database.db.deleteFrom('users').where('id', '=', gone.teacher.user._id).execute();
      expect(await emails()).toEqual([]);
      await test.database.db.deleteFrom('users').where('id', '=', gone.teacher.user._id).execute();
      await test.database.db.deleteFrom('users').where('id', '=', other.teacher.user._id).execute();
    },
  );

  it('run one at a time, each in its own process, and can be cancelled', async () => {
    await whileOffersAreLocked(test, async () => {
      const { _id, status } = await startPlan(test, administrator);
      expect(['queued', 'running']).toContain(status);
      await reached(test, administrator, _id, 'running');
      await expect.poll(() => threads(test)).toBe(1);
      const second = await call('POST', '', {});
      expect([second.statusCode, second.json().code]).toEqual([409, 'plan_under_way']);
      expect((await call('GET', `/${_id}/rings.csv`)).statusCode).toBe(404);
      expect((await call('GET', '')).json<PlanBoard>().current?._id).toBe(_id);
      expect((await call('DELETE', `/${_id}`)).json<Plan>().status).toBe('cancelled');
      await expect.poll(() => threads(test)).toBe(0);
    });
    await test.settled();
    expect((await actions()).slice(-2)).toEqual(['plan.start', 'plan.cancel']);
    const { latest } = (await call('GET', '')).json<PlanBoard>();
    const again = await call('DELETE', `/${latest?._id}`);
    expect([again.statusCode, again.json().code]).toEqual([409, 'plan_finished']);
  });

  it('that fail do not replace the latest completed plan, and a new plan can start', async () => {
    const standing = await planned();
    await whileOffersAreLocked(test, async () => {
      const { _id } = await startPlan(test, administrator);
      await expect.poll(() => threads(test)).toBe(1);
      await test.database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where application_name like 'plan of %' and datname = current_database()`,
      );
      await reached(test, administrator, _id, 'failed');
    });
    expect((await call('GET', '')).json<PlanBoard>()).toMatchObject({ current: null, latest: standing });
    expect((await planned()).figures?.moved).toBe(3);
  });

  it('report the best result and the bound while they run, until they are cancelled', async () => {
    const current = async () => (await call('GET', '')).json<PlanBoard>().current;
    await whileOffersAreLocked(test, async () => {
      const { _id } = await startPlan(test, administrator, { maxRing: 3, deepMinutes: 1 });
      expect((await reached(test, administrator, _id, 'running')).best).toBeNull();
      await writeProgress(test.database.db, _id, 0.5, { moves: 3, bound: 4 });
      expect(await current()).toMatchObject({ _id, progress: 0.5, best: { moves: 3, bound: 4 } });
      expect((await call('DELETE', `/${_id}`)).json<Plan>()).toMatchObject({
        status: 'cancelled',
        best: null,
      });
      expect(await current()).toBeNull();
      await expect.poll(() => threads(test)).toBe(0);
    });
    await test.settled();
  });

  it('can include a deep plan for the requested minutes, which reports moves and gap', async () => {
    // The progress of a plan is deleted when the plan ends. This table keeps a copy of each row.
    await test.database.pool.query(`
      create table seen_progress (best real, bound real);
      create function note_progress() returns trigger language plpgsql as
        'begin insert into seen_progress values (new.best, new.bound); return null; end';
      create trigger note_progress after insert or update on plan_progress
        for each row execute function note_progress()`);
    expect((await planned({ maxRing: 3, deepMinutes: 1 })).figures).toMatchObject({ moved: 3, gap: 0 });
    const reported = async () =>
      (await test.database.pool.query('select best, bound from seen_progress where best is not null'))
        .rows[0];
    await expect.poll(reported).toEqual({ best: 3, bound: 3 });
    const beyond = await call('POST', '', { deepMinutes: 61 });
    expect([beyond.statusCode, Object.keys(beyond.json().fields)]).toEqual([400, ['deepMinutes']]);
  });

  it('are deleted beyond the latest ten of administrators, without counting nightly plans', async () => {
    const { _id } = await planned({ maxRing: 2 });
    await test.database.pool.query(
      `insert into plans (id, max_ring, survival, created_at, finished_at, figures)
      select gen_random_uuid(), max_ring, survival, created_at - more * interval '1 microsecond',
        finished_at - more * interval '1 microsecond', figures
      from plans, generate_series(1, 10) as more where id = $1`,
      [_id],
    );
    await planned({ maxRing: 2 });
    const { rows } = await test.database.pool.query<{ plans: number; nights: number; rings: number }>(
      `select (select count(*) from plans where not is_nightly)::int as plans,
        (select count(*) from plans where is_nightly)::int as nights,
        (select count(distinct plan_id) from plan_rings join plans on id = plan_id
          where not is_nightly)::int as rings`,
    );
    expect(rows).toEqual([{ plans: 10, nights: 1, rings: 0 }]);
  });
});

describe('cells of the rings CSV', () => {
  it('cannot start a formula in a spreadsheet', async () => {
    const registration = { subject: 'Biology', schoolName: '=HYPERLINK(1)' };
    await registerTeacher(test, registration);
    await wish(test, steps[0], { registration });
    await wish(test, [steps[0][1], steps[0][0]], { registration });
    const rows = await csvRows((await planned({ maxRing: 2 }))._id);
    expect(rows.map((row) => row[6])).toContain("'=HYPERLINK(1)");
  });
});
