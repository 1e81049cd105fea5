import type { AuditList } from '@mutual-transfer/domain/administration/administration';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdministrator, registerTeacher, type TestTeacher } from '../../test/testing/factories.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { readConfig } from '../config.ts';

let test: TestApp;
let admin: TestTeacher;

beforeAll(async () => {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', SUPPORT_EMAIL: 'help@example.org' });
  test = await startTestApp(() => ({ config }));
  admin = await makeAdministrator(test);
});
afterAll(() => test.close());

const set = (supportEmail: unknown, token: string) =>
  test.call({ method: 'PUT', url: '/api/admin/support', body: { supportEmail }, token });
const shown = async () => (await test.call({ url: '/api/support' })).json();

it('the address of support is the configured one until an administrator sets another', async () => {
  expect(await shown()).toMatchObject({ supportEmail: 'help@example.org' });
  expect((await set('desk@example.org', admin.token)).statusCode).toBe(200);
  expect(await shown()).toMatchObject({ supportEmail: 'desk@example.org' });
  const log = await test.call({ url: '/api/admin/audit?action=support.settings', token: admin.token });
  expect(log.json<AuditList>().entries[0]?.details).toEqual({ supportEmail: 'desk@example.org' });
});

it('can be set by administrators only, and must be an address', async () => {
  const teacher = await registerTeacher(test);
  expect((await set('mine@example.org', teacher.token)).statusCode).toBe(403);
  expect((await set('nobody', admin.token)).statusCode).toBe(400);
});
