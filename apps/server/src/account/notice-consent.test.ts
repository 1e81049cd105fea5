import { PRIVACY_NOTICE_VERSION } from '@mutual-transfer/domain/constants';
import type { Me } from '@mutual-transfer/domain/dashboard';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdministrator, registerTeacher, type TestTeacher } from '../../test/testing/factories.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const asked = async ({ token }: TestTeacher) =>
  (await test.call({ url: '/api/me', token })).json<Me>().noticeToAccept;
const accept = ({ token }: TestTeacher, version: string) =>
  test.call({ method: 'PUT', url: '/api/auth/consent', body: { version }, token });
const consentsOf = ({ user }: TestTeacher) =>
  test.database.db
    .selectFrom('notice_consents')
    .select('version')
    .where('user_id', '=', user._id)
    .orderBy('version')
    .execute();

it('a registration without consent, or with that to another version, is asked at its first sign-in', async () => {
  for (const body of [{}, { consentVersion: '2020-01-01' }]) {
    const teacher = await registerTeacher(test, body);
    expect(await asked(teacher)).toBe(PRIVACY_NOTICE_VERSION);
    expect(await consentsOf(teacher)).toEqual([]);
    expect((await accept(teacher, '2020-01-01')).statusCode).toBe(400);
    expect((await accept(teacher, PRIVACY_NOTICE_VERSION)).statusCode).toBe(204);
    expect((await accept(teacher, PRIVACY_NOTICE_VERSION)).statusCode).toBe(204);
    expect(await consentsOf(teacher)).toEqual([{ version: PRIVACY_NOTICE_VERSION }]);
    expect(await asked(teacher)).toBeNull();
  }
});

it('a teacher who accepted an earlier version is asked again, and both versions stay stored', async () => {
  const teacher = await registerTeacher(test, { consentVersion: PRIVACY_NOTICE_VERSION });
  expect(await asked(teacher)).toBeNull();
  const { db } = test.database;
  await db
    .insertInto('privacy_notices')
    .values({ version: '2020-01-01', published_at: new Date('2020-01-01') })
    .execute();
  await db
    .updateTable('notice_consents')
    .set({ version: '2020-01-01' })
    .where('user_id', '=', teacher.user._id)
    .execute();
  expect(await asked(teacher)).toBe(PRIVACY_NOTICE_VERSION);
  await accept(teacher, PRIVACY_NOTICE_VERSION);
  expect(await consentsOf(teacher)).toEqual([{ version: '2020-01-01' }, { version: PRIVACY_NOTICE_VERSION }]);
});

it('an administrator is not asked', async () => {
  expect(await asked(await makeAdministrator(test))).toBeNull();
});
