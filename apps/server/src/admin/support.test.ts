import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdministrator, registerTeacher, type TestTeacher } from '../../test/testing/factories.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { readConfig } from '../platform/config.ts';

let test: TestApp;
let admin: TestTeacher;

beforeAll(async () => {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', OPERATOR_EMAIL: 'help@example.org' });
  test = await startTestApp(() => ({ config }));
  admin = await makeAdministrator(test);
});
afterAll(() => test.close());

const set = (supportEmail: unknown, token: string) =>
  test.call({ method: 'PUT', url: '/api/admin/support', body: { supportEmail }, token });
const shown = async () => (await test.call({ url: '/api/support' })).json();

it('the support address is the configured one until an administrator sets another', async () => {
  expect(await shown()).toMatchObject({ supportEmail: 'help@example.org' });
  expect((await set('desk@example.org', admin.token)).statusCode).toBe(200);
  expect(await shown()).toMatchObject({ supportEmail: 'desk@example.org' });
  const log = await test.call({ url: '/api/admin/audit?action=support.settings', token: admin.token });
  expect(log.json().entries[0]?.details).toEqual({ supportEmail: 'desk@example.org' });
});

it('the portal has no address until an administrator sets one, and the address can be removed', async () => {
  const setPortal = (portalUrl: unknown) =>
    test.call({
      method: 'PUT',
      url: '/api/admin/support',
      body: { supportEmail: 'desk@example.org', portalUrl },
      token: admin.token,
    });
  expect(await shown()).toMatchObject({ portalUrl: null });
  expect((await setPortal('https://portal.example.org/login')).json()).toMatchObject({
    supportEmail: 'desk@example.org',
    portalUrl: 'https://portal.example.org/login',
  });
  // A form without a field for the portal does not change the portal's address.
  await set('office@example.org', admin.token);
  expect(await shown()).toMatchObject({ portalUrl: 'https://portal.example.org/login' });
  for (const wrong of ['javascript:alert(1)', 'portal', `https://example.org/${'a'.repeat(300)}`]) {
    expect((await setPortal(wrong)).statusCode).toBe(400);
  }
  expect((await setPortal(null)).json()).toMatchObject({ portalUrl: null });
});

it('the support address can be set by administrators only, and must be an email address', async () => {
  const teacher = await registerTeacher(test);
  expect((await set('mine@example.org', teacher.token)).statusCode).toBe(403);
  expect((await set('nobody', admin.token)).statusCode).toBe(400);
});

it('the operator is the configured one until an administrator names another', async () => {
  expect((await shown()).operator).toMatchObject({ kind: 'founder' });
  const operator = {
    kind: 'department',
    name: 'Education Department, Bihar',
    address: 'Vikas Bhawan, Patna',
    phone: '',
    grievanceOfficer: 'Asha Kumari, Deputy Director, 0612 2200000',
    gstin: '',
  };
  const name = (body: object) =>
    test.call({
      method: 'PUT',
      url: '/api/admin/support',
      body: { supportEmail: 'desk@example.org', ...body },
      token: admin.token,
    });
  expect((await name({ operator: { ...operator, gstin: '10AB' } })).statusCode).toBe(400);
  expect((await name({ operator: { ...operator, grievanceOfficer: '' } })).statusCode).toBe(400);
  expect((await name({ operator })).json().operator).toEqual(operator);
  // A form without these fields leaves the operator as it is.
  await name({});
  expect((await shown()).operator).toEqual(operator);
});
