import type { Problem } from '@mutual-transfer/domain/problem';
import { expect, it } from 'vitest';
import { registerTeacher } from '../../test/testing/factories.ts';
import { administratorTest } from '../../test/testing/fixtures.ts';

const { test, administrator: admin } = await administratorTest();

it('a correction changes subject, class level and category by the rules of the teacher’s own profile', async () => {
  const teacher = await registerTeacher(test);
  const correct = (body: object) =>
    test.call({
      method: 'PUT',
      url: `/api/admin/users/${teacher.user._id}`,
      body: { ...body, reason: 'x' },
      token: admin.token,
    });
  const taught = { subject: 'Accountancy', classRange: '11-12' };
  const corrected = await correct({ ...taught, category: 'school', recruitmentBatch: 'TRE 2' });
  expect(corrected.json()).toMatchObject({ ...taught, category: 'school', recruitmentBatch: 'TRE 2' });
  const refused = await correct({ classRange: '1-5' });
  expect([refused.statusCode, Object.keys(refused.json<Problem>().fields ?? {})]).toEqual([
    400,
    ['classRange'],
  ]);
  expect((await correct({ category: 'regular' })).statusCode).toBe(400);
  const cleared = await correct({ category: null, recruitmentBatch: null });
  expect(cleared.json()).toMatchObject({ category: null, recruitmentBatch: null });
});

it('a correction states the employee id and the day of joining, which a new posting does not keep', async () => {
  const teacher = await registerTeacher(test);
  const correct = (body: object) =>
    test.call({
      method: 'PUT',
      url: `/api/admin/users/${teacher.user._id}`,
      body: { ...body, reason: 'x' },
      token: admin.token,
    });
  const service = { teacherId: 'BR-1204', designation: 'Head teacher', joinedOn: '2019-07-01' };
  expect((await correct(service)).json()).toMatchObject(service);
  expect((await correct({ subject: 'Accountancy', classRange: '11-12' })).json()).toMatchObject(service);
  const future = await correct({ joinedOn: '2031-01-01' });
  expect([future.statusCode, Object.keys(future.json<Problem>().fields ?? {})]).toEqual([400, ['joinedOn']]);
  const posting = { schoolName: 'Middle School Barachatti', district: 'Gaya', postingBlock: 'Barachatti' };
  expect((await correct({ posting })).json()).toMatchObject({ joinedOn: null, teacherId: 'BR-1204' });
  expect((await correct({ teacherId: null, joinedOn: '2024-04-01' })).json()).toMatchObject({
    ...{ teacherId: null, joinedOn: '2024-04-01' },
  });
});
