import type { StaffListReport } from '@mutual-transfer/domain/administration/imports';
import { spellingKey } from '@mutual-transfer/domain/language/comparison';
import { expect, it, vi } from 'vitest';
import { registerTeacher } from '../../../test/testing/factories.ts';
import { administratorTest } from '../../../test/testing/fixtures.ts';

vi.mock('@mutual-transfer/domain/language/comparison', { spy: true });

const ACCOUNTS = 12;
const ROWS = 60;
/** First name, surname, and both together. */
const FORMS = 3;

const { test, administrator: admin } = await administratorTest();

it('names are made comparable once, however many rows and accounts share a placeholder as employee id', async () => {
  for (let index = 0; index < ACCOUNTS; index += 1) {
    const { token } = await registerTeacher(test, { name: 'Asha Kumari' });
    await test.call({ method: 'PUT', url: '/api/auth/profile', token, body: { teacherId: 'UNKNOWN' } });
  }
  vi.mocked(spellingKey).mockClear();
  const rows = Array.from({ length: ROWS }, () => 'UNKNOWN,Ravi Ranjan');
  const response = await test.call({
    method: 'POST',
    url: '/api/admin/verifications?preview=true',
    token: admin.token,
    body: ['employee id,name', ...rows].join('\n'),
    headers: { 'content-type': 'text/csv' },
  });
  expect(response.json<StaffListReport>()).toMatchObject({ rows: ROWS, contradictions: ROWS });
  expect(vi.mocked(spellingKey)).toHaveBeenCalledTimes(FORMS * (ROWS + ACCOUNTS));
});
