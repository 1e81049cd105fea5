import type { AdminStats, Growth } from '@mutual-transfer/domain/administration/administration';
import type { Season } from '@mutual-transfer/domain/agreements/round';
import { expect, it } from 'vitest';
import { agreed } from './testing/agreements.ts';
import { postRequest, registerTeacher } from './testing/factories.ts';
import { administratorTest } from './testing/fixtures.ts';
import { ringOfThree } from './testing/ring-of-three.ts';

const { test, administrator } = await administratorTest();

const see = async <Body>(page: string) =>
  (await test.call({ url: `/api/admin/${page}`, token: administrator.token })).json<Body>();

/** Returns the number of completed transfers on each of the three screens and in each file. */
async function completed() {
  const { completedTransfers } = await see<AdminStats>('stats');
  const { moved, declared, days } = await see<Season>('season');
  const growth = await see<Growth>('growth');
  const linesOf = async (file: string) =>
    (await test.call({ url: `/api/admin/${file}`, token: administrator.token })).body.trim().split('\r\n');
  const [head = '', ...rows] = await linesOf('growth.csv');
  const column = head.split(',').indexOf('Completed transfers');
  const [, ...members] = await linesOf('agreements.csv?state=completed');
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  return {
    completedTransfers,
    moved,
    movedByDay: sum(days.map((day) => day.moved)),
    growth: sum(growth.days.map((day) => day.completed)),
    file: sum(rows.map((row) => Number(row.split(',')[column]))),
    members: members.length + declared,
    declared,
  };
}

const all = (moved: number, declared: number) => ({
  completedTransfers: moved,
  moved,
  movedByDay: moved,
  growth: moved,
  file: moved,
  members: moved,
  declared,
});

it('all screens show the same number of completed transfers, which includes those of deleted requests and accounts', async () => {
  expect(await completed()).toEqual(all(0, 0));
  const ring = await ringOfThree(test, 'Urdu');
  const id = await agreed(test, ring);
  for (const step of ['submitted', 'joined'] as const) {
    for (const { teacher } of ring) {
      const url = `/api/agreements/${id}/steps`;
      const taken = await test.call({ method: 'POST', url, body: { step }, token: teacher.token });
      expect(taken.statusCode, taken.body).toBe(200);
    }
  }
  expect(await completed()).toEqual(all(3, 0));

  const alone = await registerTeacher(test);
  const { request } = await postRequest(test, alone);
  const url = `/api/requests/${request._id}`;
  for (const status of ['pending', 'completed']) {
    await test.call({ method: 'PATCH', url: `${url}/status`, body: { status }, token: alone.token });
  }
  expect(await completed()).toEqual(all(4, 1));
  expect((await test.call({ method: 'DELETE', url, token: alone.token })).statusCode).toBe(200);
  expect(await completed()).toEqual(all(4, 1));

  const [first] = ring;
  const record = `/api/requests/${first.requestId}`;
  const { token } = first.teacher;
  const hiding = { method: 'PATCH', url: `${record}/hidden`, body: { hidden: true }, token } as const;
  expect((await test.call(hiding)).statusCode).toBe(200);
  expect((await test.call({ method: 'DELETE', url: record, token })).statusCode).toBe(409);
  expect(await completed()).toEqual(all(4, 1));
  const own = { method: 'DELETE', url: '/api/auth/account', token: first.teacher.token } as const;
  expect((await test.call({ ...own, body: { password: first.teacher.password } })).statusCode).toBe(200);
  expect(await completed()).toEqual(all(4, 1));
});
