// This file is long because its matrix has a row for each route of administrators.

import type { PersonPage } from '@mutual-transfer/domain/administration/administration';
import type { AnnouncementList } from '@mutual-transfer/domain/administration/announcement';
import type { AuditList } from '@mutual-transfer/domain/administration/audit-log';
import type { StaffListReport } from '@mutual-transfer/domain/administration/imports';
import type {
  AgreementFile,
  OfficeAgreementList,
  OrderLines,
} from '@mutual-transfer/domain/administration/office-agreement';
import type { ReportList } from '@mutual-transfer/domain/administration/report';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodCall } from '../testing/good-calls.ts';
import { type Administrator, administrators, createOffice, type Office } from '../testing/office.ts';
import { type Route, withRoutes } from '../testing/routes.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
let routes: Route[];

beforeAll(async () => {
  ({ started: test, routes } = await withRoutes(() => startTestApp()));
});
afterAll(() => test.close());

const called = () =>
  routes
    .filter(({ method, url, config }) => method !== 'HEAD' && isOfAdministrators(url, config.policy))
    .map(({ method, url }) => `${method} ${url}`)
    .toSorted();
const isOfAdministrators = (url: string, policy: unknown) =>
  url.startsWith('/api/admin/') || policy === 'state' || policy === 'district';

/** Returns the refused calls of the administrator of Gaya, oldest first. */
async function refusedRoutes(office: Office): Promise<unknown[]> {
  const url = '/api/admin/audit?action=refused&limit=100';
  const log = await test.call({ url, token: office.administratorTokens.inside });
  return log
    .json<AuditList>()
    .entries.map(({ details }) => details.route)
    .toReversed();
}

/** Bodies for the district of Gaya, for routes whose good call concerns all teachers. */
const ofGaya: Readonly<Record<string, object>> = {
  'POST /api/admin/announcements': { texts: { en: 'To Gaya' }, districts: ['Gaya'] },
  'POST /api/admin/announcements/preview': { texts: { en: 'To Gaya' }, districts: ['Gaya'] },
};

function call(route: string, office: Office, who: Administrator) {
  const good = goodCall(route, office);
  const body = ofGaya[route];
  return test.call({ ...good, ...(body && { body }), token: office.administratorTokens[who] });
}

/** Status of a good call about a teacher of Gaya, by the administrators of the state, of Gaya, and of Saran. */
//                                          state  inside outside
const matrix = `
DELETE /api/admin/administrators/:id        404    403    403
DELETE /api/admin/agreements/:id/steps/last 409    409    403
DELETE /api/admin/announcements/:id         200    200    403
DELETE /api/admin/exclusions/:id            409    409    403
DELETE /api/admin/impersonate               204    403    403
DELETE /api/admin/plans/:id                 404    403    403
DELETE /api/admin/rounds/:id                404    403    403
DELETE /api/admin/seasons/:id               404    403    403
DELETE /api/admin/users/:id/verification    200    200    403
DELETE /api/auth/factors                    200    200    200
GET /api/admin/administrators               200    403    403
GET /api/admin/agreements                   200    200    200
GET /api/admin/agreements.csv               200    200    200
GET /api/admin/agreements/:id               200    200    403
GET /api/admin/agreements/:id/paper.pdf     200    200    403
GET /api/admin/agreements/papers.zip        200    200    200
GET /api/admin/announcements                200    200    200
GET /api/admin/audit                        200    200    200
GET /api/admin/audit.csv                    200    200    200
GET /api/admin/consents                     200    200    200
GET /api/admin/consents.csv                 200    200    200
GET /api/admin/contact-patterns             200    403    403
GET /api/admin/contact-patterns.csv         200    403    403
GET /api/admin/desk                         200    200    200
GET /api/admin/exclusions                   200    200    200
GET /api/admin/growth                       200    403    403
GET /api/admin/growth.csv                   200    403    403
GET /api/admin/held-texts                   200    200    200
GET /api/admin/held-texts.csv               200    200    200
GET /api/admin/leaks                        200    403    403
GET /api/admin/matches                      200    403    403
GET /api/admin/objections                   200    200    200
GET /api/admin/objections.csv               200    200    200
GET /api/admin/paid-users                   200    403    403
GET /api/admin/payments.csv                 200    403    403
GET /api/admin/payments/unexplained         200    403    403
GET /api/admin/plans                        200    403    403
GET /api/admin/plans/:id                    404    403    403
GET /api/admin/plans/:id/rings.csv          404    403    403
GET /api/admin/refund-rule                  200    403    403
GET /api/admin/reports                      200    200    200
GET /api/admin/reports.csv                  200    200    200
GET /api/admin/rounds                       200    403    403
GET /api/admin/rounds/:id                   404    403    403
GET /api/admin/rules                        200    403    403
GET /api/admin/rules/trials/:id             404    403    403
GET /api/admin/season                       200    403    403
GET /api/admin/seasons                      200    403    403
GET /api/admin/seasons/:id                  404    403    403
GET /api/admin/seasons/:id/results          404    403    403
GET /api/admin/stats                        200    403    403
GET /api/admin/undelivered                  200    403    403
GET /api/admin/undelivered.csv              200    403    403
GET /api/admin/users                        200    200    200
GET /api/admin/users.csv                    200    200    200
GET /api/admin/users/:id                    200    200    403
GET /api/admin/users/:id/endings            200    200    403
GET /api/admin/users/:id/looks              200    200    403
GET /api/admin/waiting                      200    200    200
PATCH /api/admin/administrators/:id         404    403    403
PATCH /api/admin/seasons/:id                404    403    403
POST /api/admin/administrators              201    403    403
POST /api/admin/agreements/:id/deadline     200    200    403
POST /api/admin/agreements/:id/end          200    200    403
POST /api/admin/agreements/:id/joining      200    403    403
POST /api/admin/agreements/:id/order        200    403    403
POST /api/admin/agreements/:id/scrutiny     409    409    403
POST /api/admin/alerts/:id/removal          200    200    403
POST /api/admin/announcements               201    201    403
POST /api/admin/announcements/preview       200    200    403
POST /api/admin/exclusions                  409    409    403
POST /api/admin/exclusions/import           409    409    409
POST /api/admin/held-texts/:id/refusal      200    200    403
POST /api/admin/held-texts/:id/release      200    200    403
POST /api/admin/impersonate/:id             200    403    403
POST /api/admin/joinings                    200    200    200
POST /api/admin/leaks                       201    403    403
POST /api/admin/leaks/preview               200    403    403
POST /api/admin/objections/:id/reply        200    200    403
POST /api/admin/orders                      200    200    200
POST /api/admin/orders/document             200    403    403
POST /api/admin/payments/:id/refund         409    403    403
POST /api/admin/payments/:id/settlement     404    403    403
POST /api/admin/plans                       400    403    403
POST /api/admin/reports/:id/decision        200    200    403
POST /api/admin/requests/:id/removal        200    200    403
POST /api/admin/rounds                      201    403    403
POST /api/admin/rules                       201    403    403
POST /api/admin/rules/trials                202    403    403
POST /api/admin/seasons                     201    403    403
POST /api/admin/undelivered/:id/retry       404    403    403
POST /api/admin/verifications               200    200    200
POST /api/auth/factors                      200    200    200
PUT /api/admin/password                     200    200    200
PUT /api/admin/refund-rule                  200    403    403
PUT /api/admin/support                      200    403    403
PUT /api/admin/users/:id                    200    200    403
PUT /api/admin/users/:id/password           200    200    403
PUT /api/admin/users/:id/toggle-status      200    200    403
PUT /api/admin/users/:id/verification       200    200    403
PUT /api/payment/settings                   200    403    403
`;

describe('an administrator of a district', () => {
  it('may call each route as the matrix states', async () => {
    const lines = [];
    let office = await createOffice(test);
    for (const route of called()) {
      const statuses = [];
      for (const who of administrators) {
        const { statusCode } = await call(route, office, who);
        statuses.push(statusCode);
        if (!route.startsWith('GET') && statusCode < 300) office = await createOffice(test);
      }
      lines.push(`${route.padEnd(44)}${statuses.map((status) => String(status).padEnd(7)).join('')}`.trim());
    }
    expect(lines.join('\n')).toBe(matrix.trim());
  });

  it('reads why a call was refused', async () => {
    const office = await createOffice(test);
    const message = async (route: string, who: Administrator) =>
      (await call(route, office, who)).json<{ message: string }>().message;
    expect(await message('GET /api/admin/users/:id', 'outside')).toMatch(/another district than yours/);
    expect(await message('GET /api/admin/rules', 'inside')).toMatch(/administrators of the whole state/);
  });

  it('reads in lists and files only rows of the district', async () => {
    const office = await createOffice(test);
    const lists = called().filter((route) => route.startsWith('GET') && !route.includes(':id'));
    const showing: string[] = [];
    for (const route of lists.filter((one) => !one.endsWith('.zip'))) {
      const bodies = await Promise.all(
        administrators.map(async (who) => {
          const { body } = await call(route, office, who);
          return body;
        }),
      );
      const [ofState, inside, outside] = bodies.map((body) => /The owner|owner@example|To Gaya/.test(body));
      expect(outside, route).toBe(false);
      if (ofState && inside) showing.push(route.replace('GET /api/admin/', ''));
    }
    expect(showing).toEqual([
      'agreements',
      'agreements.csv',
      'announcements',
      'held-texts',
      'held-texts.csv',
      'objections',
      'objections.csv',
      'reports',
      'reports.csv',
      'users',
      'users.csv',
    ]);
  });

  it('reads only name, school and answer of a member elsewhere, and finds an agreement by nothing else', async () => {
    const office = await createOffice(test);
    const { db } = test.database;
    const { agreementId: id } = office.belongings;
    const elsewhere = { district: 'patna', block: 'danapur' };
    await db.updateTable('users').set(elsewhere).where('name', '=', 'The unpaid').execute();
    const { phone } = await db
      .selectFrom('users')
      .select('phone')
      .where('name', '=', 'The unpaid')
      .executeTakeFirstOrThrow();
    const read = async (path: string) => {
      const { body } = await test.call({
        url: `/api/admin/${path}`,
        token: office.administratorTokens.inside,
      });
      return body;
    };
    const { members } = JSON.parse(await read(`agreements/${id}`)) as AgreementFile;
    expect(members).toMatchObject([
      { teacher: { name: 'The owner' }, email: 'owner@example.com', phone: '9500000004' },
      {
        teacher: { name: 'The unpaid', isElsewhere: true },
        schoolName: 'Rajkiya Vidyalaya',
        answer: 'yes',
        ...{ email: null, phone: null, category: null, answeredAt: null, steps: [] },
      },
    ]);
    const texts = [await read(`agreements/${id}`), await read('agreements'), await read('agreements.csv')];
    for (const text of texts) {
      expect(text).toContain('The unpaid');
      expect(text).not.toMatch(new RegExp(`${phone}|unpaid@example`));
    }
    const found = async (search: string) =>
      (JSON.parse(await read(`agreements?search=${search}`)) as OfficeAgreementList).agreements.length;
    expect([await found('9500000004'), await found(String(phone))]).toEqual([1, 0]);
  });

  it('moves no member of other districts, neither to its own nor back', async () => {
    const office = await createOffice(test);
    const { db } = test.database;
    const { id: member } = await db
      .updateTable('users')
      .set({ district: 'patna', block: 'danapur' })
      .where('name', '=', 'The unpaid')
      .returning('id')
      .executeTakeFirstOrThrow();
    const seat = { from_block: 'danapur', to_block: 'amnour' };
    await db.updateTable('agreement_members').set(seat).where('user_id', '=', member).execute();
    const change = async (route: string, who: Administrator, body: object) => {
      const token = office.administratorTokens[who];
      return (await test.call({ ...goodCall(route, office), body, token })).statusCode;
    };
    const joining = { member, date: '2026-06-15', accept: true, reason: 'Joining report' };
    const join = (who: Administrator) => change('POST /api/admin/agreements/:id/joining', who, joining);
    const undo = (who: Administrator) =>
      change('DELETE /api/admin/agreements/:id/steps/last', who, { reason: 'Wrong group' });
    expect([await join('inside'), await join('state')]).toEqual([403, 200]);
    expect([await undo('inside'), await undo('state')]).toEqual([403, 200]);
  });

  it('does not change the email of a teacher, to which links for a new password go', async () => {
    const office = await createOffice(test);
    const correct = async (who: Administrator) => {
      const good = goodCall('PUT /api/admin/users/:id', office);
      const body = { email: 'another@example.com', reason: 'As on the service book' };
      return (await test.call({ ...good, body, token: office.administratorTokens[who] })).statusCode;
    };
    expect([await correct('inside'), await correct('state')]).toEqual([403, 200]);
  });

  it('does not read reports of money, which are for the state alone', async () => {
    const office = await createOffice(test);
    await test.database.db.updateTable('reports').set({ reason: 'money' }).execute();
    const reports = async (who: Administrator) =>
      (await call('GET /api/admin/reports', office, who)).json<ReportList>().reports.length;
    expect([await reports('state'), await reports('inside')]).toEqual([1, 0]);
    expect((await call('POST /api/admin/reports/:id/decision', office, 'inside')).statusCode).toBe(403);
  });

  it('reads neither the number of reports of money, nor entries about them and about payments in a teacher’s history', async () => {
    const office = await createOffice(test);
    const { db } = test.database;
    const { userId } = office.belongings;
    const created_at = new Date('2026-01-01');
    const money = { id: newId(), reported_id: userId, reason: 'money' as const, created_at };
    await db.insertInto('reports').values(money).execute();
    const counts = async (who: Administrator) =>
      (await call('GET /api/admin/reports', office, who))
        .json<ReportList>()
        .reports.map(({ reportsOfTeacher }) => reportsOfTeacher);
    expect([await counts('state'), await counts('inside')]).toEqual([[2, 2], [1]]);
    for (const [id, words] of [
      [userId, 'It was a misunderstanding.'],
      [money.id, 'It asked for money.'],
    ]) {
      const decided = await test.call({
        method: 'POST',
        url: `/api/admin/reports/${id}/decision`,
        body: { decision: 'upheld', words },
        token: office.administratorTokens.state,
      });
      expect(decided.statusCode, decided.body).toBe(200);
    }
    const refund = { id: newId(), happened_at: test.clock.now, action: 'payment.refund', address: 'by rule' };
    await db
      .insertInto('audit_log')
      .values({ ...refund, subject_id: userId, details: '{}' as never })
      .execute();
    const actions = async (who: Administrator) =>
      (await call('GET /api/admin/users/:id', office, who))
        .json<PersonPage>()
        .history.flatMap(({ action, details }) =>
          /^(report|payment)/.test(action) ? `${action} ${details.reason ?? ''}`.trim() : [],
        )
        .toSorted();
    const other = 'report.decide It was a misunderstanding.';
    expect(await actions('inside')).toEqual([other]);
    expect(await actions('state')).toEqual(['payment.refund', 'report.decide It asked for money.', other]);
  });

  it('imports orders and verifies teachers of the district only', async () => {
    const office = await createOffice(test);
    const results = async (who: Administrator) => {
      const orders = (await call('POST /api/admin/orders', office, who)).json<OrderLines>();
      const list = await test.call({
        method: 'POST',
        url: '/api/admin/verifications?preview=true',
        body: 'name,phone\nThe owner,9500000004\n',
        headers: { 'content-type': 'text/csv' },
        token: office.administratorTokens[who],
      });
      return [orders.lines[0]?.result, list.json<StaffListReport>().matched];
    };
    expect(await results('outside')).toEqual(['unknown', 0]);
    // The group is between districts, so the state orders.
    expect(await results('inside')).toEqual(['elsewhere', 1]);
  });

  it('announces to the own district only', async () => {
    const office = await createOffice(test);
    const announce = async (districts: string[] | undefined) => {
      const { statusCode } = await test.call({
        method: 'POST',
        url: '/api/admin/announcements',
        body: { texts: { en: 'The list closes on Friday.' }, districts },
        token: office.administratorTokens.inside,
      });
      return statusCode;
    };
    expect([await announce(undefined), await announce(['Gaya', 'Saran']), await announce(['Gaya'])]).toEqual([
      403, 403, 201,
    ]);
    expect(await refusedRoutes(office)).toEqual(Array(2).fill('POST /api/admin/announcements'));
  });

  it('reads the announcements that reach its teachers, and withdraws only those to its own districts', async () => {
    const office = await createOffice(test);
    const announce = (districts: string[] | undefined) =>
      test.call({
        method: 'POST',
        url: '/api/admin/announcements',
        body: { texts: { en: `To ${districts ?? 'all'}` }, districts },
        token: office.administratorTokens.state,
      });
    for (const districts of [undefined, ['Gaya', 'Saran'], ['Saran']])
      expect((await announce(districts)).statusCode).toBe(201);
    const { announcements } = (
      await call('GET /api/admin/announcements', office, 'inside')
    ).json<AnnouncementList>();
    const seen = announcements.map(({ texts, canWithdraw }) => `${texts.en} ${canWithdraw}`);
    expect(seen.toSorted()).toEqual(['To Gaya true', 'To Gaya,Saran false', 'To all false']);
    const shared = announcements.find(({ texts }) => texts.en === 'To Gaya,Saran');
    const refused = await test.call({
      method: 'DELETE',
      url: `/api/admin/announcements/${shared?._id}`,
      token: office.administratorTokens.inside,
    });
    expect(refused.statusCode).toBe(403);
  });

  it('has each refusal in the audit log once, also that of a joining which another district records', async () => {
    const office = await createOffice(test);
    const { db } = test.database;
    const moved = { district: 'patna', block: 'danapur' };
    const { id: member } = await db
      .updateTable('users')
      .set(moved)
      .where('name', '=', 'The unpaid')
      .returning('id')
      .executeTakeFirstOrThrow();
    const seat = { from_block: 'danapur', to_block: 'amnour' };
    await db.updateTable('agreement_members').set(seat).where('user_id', '=', member).execute();
    const joining = { member, date: '2026-06-15', reason: 'Joining report' };
    const token = office.administratorTokens.inside;
    const good = goodCall('POST /api/admin/agreements/:id/joining', office);
    expect((await test.call({ ...good, body: joining, token })).statusCode).toBe(403);
    expect((await call('GET /api/admin/rules', office, 'inside')).statusCode).toBe(403);
    expect(await refusedRoutes(office)).toEqual([
      'POST /api/admin/agreements/:id/joining',
      'GET /api/admin/rules',
    ]);
  });

  it('is refused every route that is for teachers with access', async () => {
    const office = await createOffice(test);
    const members = routes.filter(({ method, config }) => method === 'GET' && config.policy === 'access');
    for (const { method, url } of members) {
      const good = goodCall(`${method} ${url}`, office);
      const answer = await test.call({ ...good, token: office.administratorTokens.inside });
      expect([url, answer.statusCode]).toEqual([url, 403]);
    }
    expect(members.length).toBeGreaterThan(10);
  });
});
