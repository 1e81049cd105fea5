import type { AgreementFile } from '@mutual-transfer/domain/administration/office-agreement';
import { expect, it } from 'vitest';
import { agreed, seen } from '../../test/testing/agreements.ts';
import { administratorTest } from '../../test/testing/fixtures.ts';
import { ringOfThree, type Wisher } from '../../test/testing/ring-of-three.ts';

const { test, administrator } = await administratorTest();

it('an order is shown to the members whom it names, until the office undoes it', async () => {
  const ring = await ringOfThree(test, 'Urdu');
  const id = await agreed(test, ring);
  const [first, second] = ring;
  const act = async (step: string, body: object, method: 'POST' | 'DELETE' = 'POST') => {
    const url = `/api/admin/agreements/${id}/${step}`;
    const response = await test.call({ method, url, body, token: administrator.token });
    expect(response.statusCode, response.body).toBe(200);
    return response.json<AgreementFile>();
  };
  const shownTo = async (member: Wisher) => (await seen(test, member, id)).orders ?? [];
  const numbers = async () =>
    (await Promise.all([shownTo(first), shownTo(second)])).map((orders) =>
      orders.map(({ number }) => number),
    );
  expect(await numbers()).toEqual([[], []]);

  const order = { date: '2026-06-15', reason: 'Order received' };
  await act('order', { ...order, number: 'EST/12', members: [first.teacher.user._id] });
  const recorded = await act('order', { ...order, number: 'EST/13' });
  expect(await numbers()).toEqual([['EST/12', 'EST/13'], ['EST/13']]);
  const [shown] = await shownTo(second);
  expect(shown).toMatchObject({ number: 'EST/13', date: order.date });
  expect(shown?.code.replaceAll('-', '')).toBe(recorded.orders[1]?.code);
  expect((await test.call({ url: `/api/orders/${shown?.code}` })).json()).toEqual({ valid: true });

  await act('steps/last', { reason: 'Typed for the wrong group' }, 'DELETE');
  expect(await numbers()).toEqual([['EST/12'], []]);
});
