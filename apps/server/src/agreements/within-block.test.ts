import { afterAll, beforeAll, expect, it } from 'vitest';
import { agreed, propose, seen } from '../../test/testing/agreements.ts';
import { matchesOf, wish } from '../../test/testing/ring-of-three.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';

const bodhGaya = { district: 'Gaya', block: 'Bodh Gaya' };
const withinGaya = { district: 'Gaya', block: 'Any block' };
const registration = { subject: 'Urdu' };

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('two teachers of one block who accept any block of their district match perfectly, and can agree', async () => {
  const [first, second] = [
    await wish(test, [bodhGaya, withinGaya], { registration }),
    await wish(test, [bodhGaya, withinGaya], { registration }),
  ];
  const { matches } = await matchesOf(test, first);
  expect(matches).toMatchObject([{ isPerfectMatch: true, requests: [first.requestId, second.requestId] }]);
  const id = await agreed(test, [first, second]);
  expect((await seen(test, first, id)).state).toBe('agreed');
});

it('a teacher who wishes for a block of the same district is no ring with a teacher who only takes another district', async () => {
  const other = { district: 'Patna', block: 'Any block' };
  const subject = { registration: { subject: 'Sanskrit' } };
  const [stays, leaves] = [
    await wish(test, [bodhGaya, withinGaya], subject),
    await wish(test, [bodhGaya, other], subject),
  ];
  expect((await propose(test, [stays, leaves])).json()).toMatchObject({ code: 'not_a_ring' });
});
