import type { RingAdvice } from '@mutual-transfer/domain/ring';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdministrator } from '../../test/testing/factories.ts';
import { reached, startPlan } from '../../test/testing/plans.ts';
import { ringOfThree, steps, type Wisher, wish } from '../../test/testing/ring-of-three.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

async function adviceOf({ teacher, requestId }: Wisher): Promise<RingAdvice> {
  await test.graph.caughtUp();
  const response = await test.call({ url: `/api/requests/${requestId}/advice`, token: teacher.token });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<RingAdvice>();
}

const [toDanapur, toAmnour, toBodhGaya] = steps;
const BIHTA = { district: 'Patna', block: 'Bihta' };

describe('advice', () => {
  it('tells which wish would bring pairs and rings, by the names of its places', async () => {
    const registration = { subject: 'Urdu', category: 'regular' };
    const me = await wish(test, [toDanapur[0], BIHTA], { registration });
    await wish(test, toAmnour, { registration });
    await wish(test, toBodhGaya, { registration });
    const { oneMoreWish, whyNothingYet, statingCategory } = await adviceOf(me);
    const ofPair = { desiredDistrict: 'Saran', pairs: 1, rings: 0, shortest: 2 };
    const ofRing = { desiredDistrict: 'Patna', pairs: 0, rings: 1, shortest: 3 };
    expect(oneMoreWish).toEqual([
      { ...ofPair, desiredBlock: 'Amnour' },
      { ...ofRing, desiredBlock: 'Danapur' },
      { ...ofPair, desiredBlock: 'Any block' },
      { ...ofRing, desiredBlock: 'Any block' },
    ]);
    expect(whyNothingYet).toEqual({
      leavingWanted: 0,
      wantingMine: 1,
      both: 0,
      shortest: null,
      plannedTeachers: null,
      plannedMoved: null,
    });
    expect(statingCategory).toEqual([]);
  });

  it('does not tell what another of one’s own requests asks for already', async () => {
    const registration = { subject: 'Sanskrit' };
    const me = await wish(test, [toDanapur[0], BIHTA], { registration });
    await wish(test, [toDanapur[1], toDanapur[0]], { registration });
    const before = await adviceOf(me);
    expect(before.oneMoreWish.map(({ desiredBlock }) => desiredBlock)).toContain('Danapur');
    const body = {
      desiredDistrict: 'Patna',
      desiredBlock: 'Danapur',
      subject: 'Sanskrit',
      classRange: '6-8',
      reason: 'A second wish.',
      additionalInfo: 'None.',
    };
    await test.call({ method: 'POST', url: '/api/requests', body, token: me.teacher.token });
    expect((await adviceOf(me)).oneMoreWish).toEqual([]);
  });

  it('tells who is missing, and names nobody', async () => {
    const registration = { subject: 'Physics', name: 'Nameable Person' };
    const me = await wish(test, toDanapur, { registration });
    await wish(test, toAmnour, { registration });
    await wish(test, [BIHTA, toDanapur[0]], { registration });
    await wish(test, [toAmnour[1], BIHTA], { registration: { ...registration, subject: 'Chemistry' } });
    await wish(test, [toAmnour[1], toDanapur[1]], { registration });
    const advice = await adviceOf(me);
    expect(advice.onePersonMissing[0]).toMatchObject({
      from: { district: 'Patna', block: 'Danapur' },
      to: { district: 'Gaya', block: 'Bodh Gaya' },
      length: 2,
    });
    expect(JSON.stringify(advice)).not.toContain('Nameable');
  });

  it('tells somebody who did not state a category where it would open rings', async () => {
    const subject = 'History';
    const me = await wish(test, toDanapur, { registration: { subject } });
    await wish(test, toAmnour, { registration: { subject, category: 'school' } });
    await wish(test, toBodhGaya, { registration: { subject, category: 'school' } });
    expect((await adviceOf(me)).statingCategory).toEqual([{ category: 'school', shortest: 3 }]);
  });

  it('tells what the latest plan did with those of the same subject, class level and category', async () => {
    const [first] = await ringOfThree(test, 'Hindi');
    const alone = await wish(test, toDanapur, { registration: { subject: 'Hindi', category: 'regular' } });
    const administrator = await makeAdministrator(test);
    const { _id } = await startPlan(test, administrator);
    await reached(test, administrator, _id, 'completed');
    test.clock.now = new Date(test.clock.now.getTime() + 60_000);
    expect((await adviceOf(first)).whyNothingYet).toMatchObject({ plannedTeachers: 3, plannedMoved: 3 });
    expect((await adviceOf(alone)).whyNothingYet).toMatchObject({ plannedTeachers: 1, plannedMoved: 0 });
    const late = await wish(test, toDanapur, { registration: { subject: 'English' } });
    expect((await adviceOf(late)).whyNothingYet).toMatchObject({ plannedTeachers: 0, plannedMoved: 0 });
  });

  it('is none for a request that is not active', async () => {
    const [first] = await ringOfThree(test, 'Geography');
    await test.call({
      method: 'PATCH',
      url: `/api/requests/${first.requestId}/status`,
      body: { status: 'pending' },
      token: first.teacher.token,
    });
    expect(await adviceOf(first)).toEqual({
      oneMoreWish: [],
      onePersonMissing: [],
      whyNothingYet: null,
      statingCategory: [],
    });
  });
});
