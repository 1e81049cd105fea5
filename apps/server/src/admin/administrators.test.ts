import type { AdministratorList } from '@mutual-transfer/domain/administration/administrator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOffice } from '../../test/testing/office.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

describe('the administrators', () => {
  const list = (token: string | undefined) => test.call({ url: '/api/admin/administrators', token });
  const make = (token: string, fields: object) =>
    test.call({
      method: 'POST',
      url: '/api/admin/administrators',
      body: { name: 'Asha Kumari', email: 'asha@office.example', password: 'quiet orchard rain', ...fields },
      token,
    });

  it('are administrators of the state unless districts are given, and have an office and a designation', async () => {
    const { administratorTokens: tokens } = await createOffice(test);
    const bad = [{ role: 'district' }, { districts: ['Gaya'] }, { role: 'district', districts: ['Nowhere'] }];
    for (const fields of bad) expect((await make(tokens.state, fields)).statusCode).toBe(400);
    const post = { office: 'DEO Gaya', designation: 'DPO (Establishment)' };
    const made = await make(tokens.state, { role: 'district', districts: ['Gaya', 'Patna'], ...post });
    expect(made.statusCode, made.body).toBe(201);
    const { administrators: all } = (await list(tokens.state)).json<AdministratorList>();
    const byName = all.toSorted((one, other) => one.name.localeCompare(other.name));
    expect(byName).toMatchObject([
      { name: 'Asha Kumari', role: 'district', districts: ['Gaya', 'Patna'], ...post },
      { name: 'Head of gaya', role: 'district', districts: ['Gaya'], office: null },
      { name: 'Head of saran', role: 'district', districts: ['Saran'] },
      { name: 'The admin', role: 'state', districts: [], office: null },
    ]);
    const own = await test.call({ url: '/api/auth/profile', token: tokens.inside });
    expect(own.json().administration).toEqual({ role: 'district', districts: ['Gaya'], office: null });
  });

  it('always include an administrator of the state', async () => {
    const { administratorTokens: tokens } = await createOffice(test);
    const { administrators: all } = (await list(tokens.state)).json<AdministratorList>();
    const erase = async (role: string) => {
      const url = `/api/admin/administrators/${all.find((one) => one.role === role)?._id}`;
      return (await test.call({ method: 'DELETE', url, token: tokens.state })).statusCode;
    };
    expect([await erase('state'), await erase('district')]).toEqual([409, 200]);
  });
});
