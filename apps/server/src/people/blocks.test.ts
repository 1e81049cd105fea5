import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { propose, removeEveryone } from '../../test/testing/agreements.ts';
import { registerTeacher } from '../../test/testing/factories.ts';
import { matchesOf, ringOfThree, steps, type Wisher, wish } from '../../test/testing/ring-of-three.ts';
import { joinTestApp, startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { createLimits } from '../platform/limits.ts';

let test: TestApp;
let ring: [Wisher, Wisher, Wisher];

beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  await removeEveryone(test);
  ring = await ringOfThree(test, 'Urdu');
});
afterAll(() => test.close());

const call = (method: 'PUT' | 'DELETE', who: Wisher, id: string) =>
  test.call({ method, url: `/api/blocks/${id}`, token: who.teacher.token });
const idOf = ({ teacher }: Wisher) => teacher.user._id;
const blocksOf = async ({ teacher }: Wisher) =>
  (await test.call({ url: '/api/blocks', token: teacher.token })).json();
const namesIn = async (who: Wisher) => (await blocksOf(who)).blocks.map(({ user }) => user.name);
const contactViewsOf = async ({ teacher }: Wisher) =>
  (await test.call({ url: '/api/auth/contact-views', token: teacher.token })).json();
const requirePayment = (is_payment_required: boolean) =>
  test.database.db.updateTable('payment_settings').set({ is_payment_required }).execute();
const write = (from: Wisher, to: Wisher) =>
  test.call({
    method: 'POST',
    url: `/api/alerts/${idOf(to)}`,
    body: { message: 'Shall we swap?' },
    token: from.teacher.token,
  });

const back = [steps[0][1], steps[0][0]] as const;

describe('a block', () => {
  it('is stored once, listed for its owner only, and can be deleted', async () => {
    const [first, second] = ring;
    expect((await call('PUT', first, idOf(second))).statusCode).toBe(200);
    expect((await call('PUT', first, idOf(second))).json()).toEqual({
      message: expect.stringContaining('blocked'),
    });
    const { blocks, pagination } = await blocksOf(first);
    expect(blocks.map(({ user }) => user)).toEqual([{ _id: idOf(second), name: second.teacher.user.name }]);
    expect(pagination.total).toBe(1);
    expect((await blocksOf(second)).blocks).toEqual([]);
    expect((await call('DELETE', second, idOf(first))).statusCode).toBe(200);
    expect((await blocksOf(first)).blocks).toHaveLength(1);
    for (let repeated = 0; repeated < 2; repeated += 1)
      expect((await call('DELETE', first, idOf(second))).statusCode).toBe(200);
    expect((await blocksOf(first)).blocks).toEqual([]);
  });

  it('is listed with the name that other screens show, whether or not the other teacher blocks back', async () => {
    const [first, second] = ring;
    await call('PUT', first, idOf(second));
    const named = await blocksOf(first);
    await call('PUT', second, idOf(first));
    expect(await blocksOf(first)).toEqual(named);
    const privacySettings = { hideName: true, hidePhone: true, hideEmail: true, hideSchoolName: true };
    const hidden = await test.call({
      method: 'PUT',
      url: '/api/auth/privacy',
      body: { privacySettings },
      token: second.teacher.token,
    });
    expect(hidden.statusCode, hidden.body).toBe(200);
    expect(await namesIn(first)).toEqual(['Hidden']);
  });

  it('is listed without a name if the caller was never shown the other teacher or has lost access', async () => {
    const [first, second] = ring;
    const stranger = await registerTeacher(test, { subject: 'Music' });
    await call('PUT', first, stranger.user._id);
    await call('PUT', first, idOf(second));
    expect(await namesIn(first)).toEqual([second.teacher.user.name, 'Hidden']);
    await requirePayment(true);
    expect(await namesIn(first)).toEqual(['Hidden', 'Hidden']);
    await requirePayment(false);
  });

  it.each(['the viewed teacher', 'the viewer'])(
    'by %s removes the name, place and id from the list of contact views',
    async (blocker) => {
      const other = await wish(test, back, { registration: { subject: 'Urdu' } });
      const [seen] = ring;
      await matchesOf(test, other);
      const before = await contactViewsOf(seen);
      expect(before.views.map(({ viewer }) => viewer._id)).toContain(idOf(other));
      if (blocker === 'the viewed teacher') await call('PUT', seen, idOf(other));
      else await call('PUT', other, idOf(seen));
      const after = await contactViewsOf(seen);
      expect(after.total).toBe(before.total);
      const blocked = after.views.find(({ viewer }) => viewer._id === undefined)?.viewer;
      expect(blocked).toMatchObject({ name: 'Hidden', schoolName: 'Hidden', district: '', subject: '' });
      expect(JSON.stringify(after)).not.toContain(idOf(other));
    },
  );

  it('can be created and deleted fifty times a day', async () => {
    const limits = createLimits(test.database.db, { visitorRowsADay: 3_000 });
    const limited = await joinTestApp(test, { limits });
    const [first, second] = ring;
    const change = (method: 'PUT' | 'DELETE') =>
      limited.call({ method, url: `/api/blocks/${idOf(second)}`, token: first.teacher.token });
    for (let count = 0; count < 25; count += 1) {
      expect((await change('PUT')).statusCode).toBe(200);
      expect((await change('DELETE')).statusCode).toBe(200);
    }
    for (const method of ['PUT', 'DELETE'] as const) {
      const refused = await change(method);
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited']);
    }
    expect((await blocksOf(first)).blocks).toEqual([]);
    await limited.close();
  });

  it('is 404 for the caller’s own, an unknown and a deactivated account', async () => {
    const [first, second] = ring;
    const { db } = test.database;
    await db.updateTable('users').set({ is_active: false }).where('id', '=', idOf(second)).execute();
    for (const id of [idOf(first), '019a0000-0000-7000-8000-000000000000', idOf(second)])
      for (const method of ['PUT', 'DELETE'] as const)
        expect((await call(method, first, id)).statusCode, `${method} ${id}`).toBe(404);
  });

  it('between any two members prevents the proposal of a ring until it is deleted', async () => {
    const [first, second, third] = ring;
    // The error is the same as for a request that is not free, so that it reveals no block.
    const taken = { code: 'request_taken' };
    await call('PUT', third, idOf(second));
    expect((await propose(test, ring)).json()).toMatchObject(taken);
    await call('DELETE', third, idOf(second));
    await call('PUT', second, idOf(first));
    expect((await propose(test, ring)).json()).toMatchObject(taken);
    await call('DELETE', second, idOf(first));
    expect((await propose(test, ring)).statusCode).toBe(201);
  });

  it('refuses alerts in both directions with `not_a_match`, and hides each teacher from the other’s matches', async () => {
    const [first] = ring;
    const other = await wish(test, back, { registration: { subject: 'Urdu' } });
    const matches = async ({ teacher, requestId }: Wisher) => {
      const answer = await test.call({ url: `/api/requests/${requestId}/matches`, token: teacher.token });
      const { matches: found, total } = answer.json();
      return { ids: found.map(({ user }) => user._id), total };
    };
    const before = await matches(first);
    expect(before.ids).toContain(idOf(other));
    await call('PUT', other, idOf(first));
    for (const [from, to] of [
      [first, other],
      [other, first],
    ] as const) {
      const refused = await write(from, to);
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'not_a_match']);
      expect((await matches(from)).ids).not.toContain(idOf(to));
    }
    expect((await matches(first)).total).toBe(before.total - 1);
    await call('DELETE', other, idOf(first));
    expect((await write(first, other)).statusCode).toBe(201);
  });
});
