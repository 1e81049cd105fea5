import type { AgreementFile } from '@mutual-transfer/domain/administration/office-agreement';
import type { Problem } from '@mutual-transfer/domain/problem';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { agreed, seen } from '../../../test/testing/agreements.ts';
import type { TestTeacher } from '../../../test/testing/factories.ts';
import { freshRing } from '../../../test/testing/fixtures.ts';
import type { Wisher } from '../../../test/testing/ring-of-three.ts';
import { startTestApp, type TestApp } from '../../../test/testing/test-app.ts';

let test: TestApp;
let administrator: TestTeacher;
let ring: [Wisher, Wisher, Wisher];

beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  test.clock.now = new Date('2026-06-15T06:30:00.000Z');
  ({ administrator, ring } = await freshRing(test));
});
afterAll(() => test.close());

const call = (method: 'GET' | 'POST', path: string, body?: object) =>
  test.call({
    method,
    url: `/api/admin/agreements/${path}`,
    token: administrator.token,
    ...(body && { body }),
  });
const acted = async (id: string, step: string, body: object) => {
  const response = await call('POST', `${id}/${step}`, body);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<AgreementFile>();
};

it('a day more than a year away, and a deadline more than ten years away, are refused', async () => {
  const id = await agreed(test, ring);
  const member = ring[0].teacher.user._id;
  const why = async (step: string, body: object) =>
    (await call('POST', `${id}/${step}`, { reason: 'Received', ...body })).json<Problem>().fields;
  const far = { date: expect.stringContaining('more than a year') };
  expect(await why('order', { number: '1', date: '1999-06-14' })).toEqual(far);
  expect(await why('order', { number: '1', date: '2030-01-01' })).toEqual(far);
  expect(await why('joining', { member, date: '2025-06-14' })).toEqual(far);
  expect(await why('joining', { member, date: '2027-06-16' })).toEqual(far);
  const future = { date: expect.stringContaining('in the future') };
  expect(await why('joining', { member, date: '2026-06-16' })).toEqual(future);
  expect((await call('GET', id)).json()).toMatchObject({ state: 'agreed', orders: [], joined: 0 });
  expect(await why('deadline', { deadline: '2099-01-01' })).toEqual({
    deadline: expect.stringContaining('within ten years'),
  });
});

it('a deadline of the next step that is extended is shown on the page and in the calendar of members', async () => {
  const id = await agreed(test, ring);
  const { token } = ring[1].teacher;
  const calendar = async () => (await test.call({ url: `/api/agreements/${id}/deadlines.ics`, token })).body;
  expect((await seen(test, ring[1], id)).extendedUntil).toBeNull();
  expect(await calendar()).not.toContain('DTSTART:20260702T063000Z');
  await acted(id, 'deadline', { deadline: '2026-07-02T12:00:00+05:30', reason: 'The portal was closed' });
  expect((await seen(test, ring[1], id)).extendedUntil).toBe('2026-07-02T06:30:00.000Z');
  expect(await calendar()).toContain('DTSTART:20260702T063000Z');
});

it('an order may be older than the agreement, and the day of a joining can be corrected', async () => {
  const id = await agreed(test, ring);
  const member = ring[0].teacher.user._id;
  await acted(id, 'order', { number: 'EST/1', reason: 'Received', date: '2026-05-30', members: [member] });
  await acted(id, 'joining', { reason: 'Report', member, date: '2026-06-15' });
  const corrected = await acted(id, 'joining', { reason: 'Typed wrongly', member, date: '2026-06-14' });
  expect(corrected.members[0]?.joinedOn).toBe('2026-06-14');
});

it('the service record can be recorded as moved after an old joining whose day would be refused now', async () => {
  const id = await agreed(test, ring);
  const member = ring[0].teacher.user._id;
  await acted(id, 'joining', { reason: 'Report', member, date: '2026-06-15' });
  const old = { joined_on: '2019-01-01' };
  await test.database.db.updateTable('agreement_members').set(old).where('user_id', '=', member).execute();
  const moved = { reason: 'Report', member, date: '2019-01-01', recordMoved: true };
  expect((await acted(id, 'joining', moved)).members[0]?.recordMovedAt).not.toBeNull();
});

it('by hand too, a joining without an order, before it or before the agreement is recorded only if it is accepted', async () => {
  const id = await agreed(test, ring);
  const member = ring[0].teacher.user._id;
  const why = async (date: string) => {
    const response = await call('POST', `${id}/joining`, {
      ...{ reason: 'Report', member, date },
      accept: false,
    });
    return response.json<Problem>().fields?.accept;
  };
  expect(await why('2026-06-15')).toBe('No order is recorded for this member.');
  await acted(id, 'order', { number: 'EST/1', reason: 'Received', date: '2026-06-15' });
  expect(await why('2026-06-14')).toBe('The day is before the order.');
  await acted(id, 'order', { number: 'EST/2', reason: 'Received', date: '2026-06-01' });
  expect(await why('2026-06-14')).toBe('The day is before the agreement.');
  expect((await call('GET', id)).json()).toMatchObject({ joined: 0 });
  await acted(id, 'joining', { reason: 'Seen', member, date: '2026-06-14' });
  expect((await acted(id, 'joining', { reason: 'Report', member, date: '2026-06-15' })).joined).toBe(1);
});
