import type { TeacherViewers } from '@mutual-transfer/domain/accounts/contact-views';
import type { HeldTextList, OpenWorkCounts } from '@mutual-transfer/domain/administration/open-work';

import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administrator, createOffice, type Office } from '../../test/testing/office.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const SINCE = new Date('2026-01-01T00:00:00.000Z');

/** Adds a report about money, a complaint, the joining of one of two members, and a notice that was not delivered. */
async function addWork({ belongings }: Office): Promise<void> {
  const { db } = test.database;
  const { userId, agreementId, alertId } = belongings;
  const money = { id: newId(), reported_id: userId, reason: 'money' as const, created_at: SINCE };
  await db.insertInto('reports').values(money).execute();
  const complaint = { id: newId(), reason: 'service' as const, number: '0123456789', due_at: SINCE };
  await db
    .insertInto('reports')
    .values({ ...complaint, reporter_id: null, reported_id: null, words: 'Slow.', created_at: SINCE })
    .execute();
  const joined = { id: newId(), agreement_id: agreementId, user_id: userId, kind: 'joined' as const };
  await db
    .insertInto('agreement_steps')
    .values({ ...joined, reason: null, words: null, happened_at: SINCE })
    .execute();
  const delivery = { id: newId(), alert_id: alertId, user_id: userId, channel: 'email' as const };
  const dead = { state: 'dead' as const, due_at: SINCE, ended_at: SINCE };
  await db
    .insertInto('deliveries')
    .values({ ...delivery, ...dead })
    .execute();
}

async function read<Body>(url: string, office: Office, who: Administrator): Promise<Body> {
  const response = await test.call({ url, token: office.administratorTokens[who] });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<Body>();
}

describe('work that waits', () => {
  it('is counted within the administrator’s districts, and each count is the total of its list', async () => {
    const office = await createOffice(test);
    await addWork(office);
    const counts = async (who: Administrator) => {
      const { paidMessages: _notSpent, ...waiting } = await read<OpenWorkCounts>(
        '/api/admin/waiting',
        office,
        who,
      );
      for (const [kind, { count, list }] of Object.entries(waiting)) {
        const { pagination } = await read<{ pagination: { total: number } }>(list, office, who);
        expect([kind, pagination.total]).toEqual([kind, count]);
      }
      return Object.fromEntries(Object.entries(waiting).map(([kind, { count }]) => [kind, count]));
    };
    const ofDistrict = { reports: 1, heldTexts: 1, overdueAgreements: 1, partlyJoined: 1 };
    expect(await counts('state')).toEqual({
      ...ofDistrict,
      reports: 1,
      moneyReports: 1,
      undelivered: 1,
      complaints: 1,
      unexplainedPayments: 0,
    });
    expect(await counts('inside')).toEqual(ofDistrict);
    expect(await counts('outside')).toEqual({
      reports: 0,
      heldTexts: 0,
      overdueAgreements: 0,
      partlyJoined: 0,
    });
  });
});

describe('the people who viewed a teacher’s data', () => {
  it('are administrators with the route that they called, and teachers who opened the contact', async () => {
    const office = await createOffice(test);
    const { userId } = office.belongings;
    const { db } = test.database;
    const viewer = await db
      .selectFrom('users')
      .select('id')
      .where('name', '=', 'The stranger')
      .executeTakeFirstOrThrow();
    const times = { opened_at: SINCE, seen_at: SINCE };
    await db
      .insertInto('contact_views')
      .values({ viewer_id: viewer.id, seen_id: userId, place: 'match', ...times })
      .execute();
    await read(`/api/admin/users/${userId}`, office, 'inside');
    await read('/api/admin/users', office, 'state');
    const { administrators, teachers } = await read<TeacherViewers>(
      `/api/admin/users/${userId}/looks`,
      office,
      'inside',
    );
    expect(
      administrators.map(({ administrator, action, seen }) => [administrator?.name, action, seen]),
    ).toEqual([
      ['The admin', 'look.people', 'GET /api/admin/users'],
      ['Head of gaya', 'look.people', 'GET /api/admin/users/:id'],
    ]);
    expect(teachers).toEqual([
      {
        teacher: { _id: viewer.id, name: 'The stranger' },
        place: 'match',
        openedAt: SINCE.toISOString(),
        seenAt: SINCE.toISOString(),
      },
    ]);
    const moved = { hide_name: true, district: 'patna', block: 'danapur' };
    await db.updateTable('users').set(moved).where('id', '=', viewer.id).execute();
    const named = async (who: Administrator) => {
      const looks = await read<TeacherViewers>(`/api/admin/users/${userId}/looks`, office, who);
      const { texts } = await read<HeldTextList>('/api/admin/held-texts', office, who);
      return [looks.teachers[0]?.teacher.name, texts[0]?.recipient?.name];
    };
    expect(await named('inside')).toEqual(['Hidden', 'Hidden']);
    expect(await named('state')).toEqual(['The stranger', 'The stranger']);
  });
});
