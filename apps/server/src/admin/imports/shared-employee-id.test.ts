import type { StaffListReport } from '@mutual-transfer/domain/administration/imports';
import { spellingKey } from '@mutual-transfer/domain/language/comparison';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeAdministrator, registerTeacher, type TestTeacher } from '../../../test/testing/factories.ts';
import { startTestApp, type TestApp } from '../../../test/testing/test-app.ts';

vi.mock('@mutual-transfer/domain/language/comparison', { spy: true });

const ACCOUNTS = 12;
const ROWS = 60;
/** First name, surname. */
const WORDS = 2;

let test: TestApp;
let admin: TestTeacher;

beforeAll(async () => {
  test = await startTestApp();
  admin = await makeAdministrator(test);
});
afterAll(() => test.close());

it('names are made comparable once, however many rows and accounts share a placeholder as employee id', async () => {
  for (let index = 0; index < ACCOUNTS; index += 1) {
    const { token } = await registerTeacher(test, { name: 'Asha Kumari' });
    await test.call({ method: 'PUT', url: '/api/auth/profile', token, body: { teacherId: 'NA' } });
  }
  vi.mocked(spellingKey).mockClear();
  const rows = Array.from({ length: ROWS }, () => 'NA,Ravi Ranjan');
  const response = await test.call({
    method: 'POST',
    url: '/api/admin/verifications?preview=true',
    token: admin.token,
    body: ['employee id,name', ...rows].join('\n'),
    headers: { 'content-type': 'text/csv' },
  });
  expect(response.json<StaffListReport>()).toMatchObject({ rows: ROWS, contradictions: ROWS });
  expect(vi.mocked(spellingKey)).toHaveBeenCalledTimes(WORDS * (ROWS + ACCOUNTS));
});
