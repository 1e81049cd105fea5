import { randomUUID } from 'node:crypto';
import type { Session } from '@mutual-transfer/domain/accounts/user';
import type { Administrator, AdministratorList } from '@mutual-transfer/domain/administration/administrator';
import type { Problem } from '@mutual-transfer/domain/problem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { solveCaptcha } from '../../test/testing/factories.ts';
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
      {
        name: 'Asha Kumari',
        role: 'district',
        districts: ['Gaya', 'Patna'],
        ...post,
        hasSecondFactor: false,
      },
      { name: 'Head of gaya', role: 'district', districts: ['Gaya'], office: null },
      { name: 'Head of saran', role: 'district', districts: ['Saran'] },
      { name: 'The admin', role: 'state', districts: [], office: null },
    ]);
    const own = await test.call({ url: '/api/auth/profile', token: tokens.inside });
    expect(own.json().administration).toEqual({
      ...{ role: 'district', districts: ['Gaya'] },
      ...{ office: null, hasSecondFactor: false },
    });
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

  it('choose a password of their own before anything else', async () => {
    const { administratorTokens: tokens } = await createOffice(test);
    expect((await make(tokens.state, { password: 'rain orchard' })).statusCode).toBe(201);
    const first = { email: 'asha@office.example', password: 'rain orchard' };
    const { token } = (
      await test.call({
        method: 'POST',
        url: '/api/auth/login',
        body: { ...first, ...(await solveCaptcha(test)) },
      })
    ).json<Session>();
    const refused = await test.call({ url: '/api/admin/waiting', token });
    expect([refused.statusCode, refused.json<Problem>().code]).toEqual([403, 'password_change_needed']);
    const choose = (newPassword: string) =>
      test.call({
        method: 'PUT',
        url: '/api/auth/password',
        body: { currentPassword: first.password, newPassword },
        token,
      });
    for (const bad of ['rain orchard', 'short one']) expect((await choose(bad)).statusCode).toBe(400);
    const own = (await choose('nine quiet herons')).json<Session>();
    expect((await test.call({ url: '/api/admin/waiting', token: own.token })).statusCode).toBe(200);
  });

  it('are changed by the state, with a first password and without a lost second factor', async () => {
    const { administratorTokens: tokens } = await createOffice(test);
    const made = (await make(tokens.state, { role: 'district', districts: ['Gaya'] })).json<Administrator>();
    const change = (body: object, { id = made._id, token = tokens.state } = {}) =>
      test.call({ method: 'PATCH', url: `/api/admin/administrators/${id}`, body, token });
    const changed = await change({ name: 'Asha Sinha', districts: ['Patna', 'Saran'], office: 'DEO Patna' });
    expect(changed.json()).toMatchObject({
      ...{ name: 'Asha Sinha', role: 'district', districts: ['Patna', 'Saran'] },
      ...{ office: 'DEO Patna', email: made.email },
    });
    for (const bad of [{ districts: [] }, { role: 'state', districts: ['Gaya'] }, { password: 'too short' }])
      expect((await change(bad)).statusCode).toBe(400);
    expect((await change({ role: 'state', password: 'seven slow boats' })).json()).toMatchObject({
      role: 'state',
      districts: [],
    });
    const row = test.database.db.selectFrom('users').selectAll().where('id', '=', made._id);
    expect((await row.executeTakeFirstOrThrow()).password_is_temporary).toBe(true);
    const on = { factor_salt: randomUUID(), factor_on_at: new Date(), recovery_codes: ['hash'] };
    await test.database.db.updateTable('users').set(on).where('id', '=', made._id).execute();
    expect((await change({ removesFactor: true })).json().hasSecondFactor).toBe(false);
    const told = test.database.db
      .selectFrom('alerts')
      .select('kind')
      .where('to_user_id', '=', made._id)
      .orderBy('id');
    expect((await told.execute()).map(({ kind }) => kind)).toEqual(['password_changed', 'factor_removed']);
    expect((await row.executeTakeFirstOrThrow()).recovery_codes).toEqual([]);
  });

  it('do not change their own password there, nor leave the state without an administrator', async () => {
    const { administratorTokens: tokens } = await createOffice(test);
    const { administrators: all } = (await list(tokens.state)).json<AdministratorList>();
    const url = `/api/admin/administrators/${all.find(({ role }) => role === 'state')?._id}`;
    const change = (body: object) => test.call({ method: 'PATCH', url, body, token: tokens.state });
    expect((await change({ password: 'seven slow boats' })).statusCode).toBe(403);
    const left = await change({ role: 'district', districts: ['Gaya'] });
    expect(left.json().code).toBe('last_administrator');
  });
});
