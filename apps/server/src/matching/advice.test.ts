import type { MatchList } from '@mutual-transfer/domain/matching/match';
import type { RingAdvice } from '@mutual-transfer/domain/matching/ring';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerTeacher } from '../../test/testing/factories.ts';
import { planByNight } from '../../test/testing/plans.ts';
import { ringOfThree, ringsOf, steps, type Wisher, wish } from '../../test/testing/ring-of-three.ts';
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
  return response.json();
}

async function block({ teacher }: Wisher, other: Wisher): Promise<void> {
  await callBlock('PUT', teacher.token, other);
}

async function unblock({ teacher }: Wisher, other: Wisher): Promise<void> {
  await callBlock('DELETE', teacher.token, other);
}

async function callBlock(method: 'PUT' | 'DELETE', token: string, { teacher }: Wisher): Promise<void> {
  const response = await test.call({ method, url: `/api/blocks/${teacher.user._id}`, token });
  expect(response.statusCode, response.body).toBe(200);
}

const [toDanapur, toAmnour, toBodhGaya] = steps;
const BIHTA = { district: 'Patna', block: 'Bihta' };

describe('advice', () => {
  it('names the places whose addition as a wish would bring pairs and rings', async () => {
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
    ]);
    expect(whyNothingYet).toEqual({
      directSwaps: 0,
      directSwapsVerified: 0,
      sameDistricts: 0,
      wantsYourPlace: 1,
      worksThere: 1,
      shortest: null,
      plannedTeachers: null,
      plannedMoved: null,
      planReason: null,
    });
    expect(statingCategory).toBeNull();
  });

  it('names a whole district instead of its blocks if the district brings more, and never the teacher’s own district', async () => {
    const registration = { subject: 'Hindi Literature' };
    const [from, to] = toDanapur;
    const me = await wish(test, [from, BIHTA], { registration });
    for (const block of ['Danapur', 'Barh']) {
      await wish(test, [{ district: 'Patna', block }, from], { registration });
    }
    await wish(test, [{ district: from.district, block: 'Amas' }, from], { registration });
    expect(to.district).toBe('Patna');
    expect((await adviceOf(me)).oneMoreWish).toEqual([
      { desiredDistrict: 'Patna', desiredBlock: 'Any block', pairs: 2, rings: 0, shortest: 2 },
    ]);
  });

  it('leaves out places that the teacher’s other requests wish for', async () => {
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

  it('names posting and wish of a missing teacher, and names no existing teacher', async () => {
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

  it('states for a teacher without a category whether stating one would open rings', async () => {
    const subject = 'History';
    const me = await wish(test, toDanapur, { registration: { subject } });
    await wish(test, toAmnour, { registration: { subject, category: 'school' } });
    await wish(test, toBodhGaya, { registration: { subject, category: 'school' } });
    expect((await adviceOf(me)).statingCategory).toEqual({ shortest: 3 });
  });

  it('about stating a category does not depend on the categories of other teachers', async () => {
    const subject = 'Geography';
    const me = await wish(test, toDanapur, { registration: { subject } });
    // Ring of four with one member who is no match of the viewer, so that the viewer never sees that member's category.
    const katoria = { district: 'Banka', block: 'Katoria' };
    const near = await wish(test, [toDanapur[1], katoria], { registration: { subject, category: 'school' } });
    const unseen = await wish(test, [katoria, toAmnour[1]], {
      registration: { subject, category: 'school' },
    });
    const last = await wish(test, toBodhGaya, { registration: { subject, category: 'school' } });
    const shown = async () => {
      const { json } = await test.call({
        url: `/api/requests/${me.requestId}/matches`,
        token: me.teacher.token,
      });
      return json<MatchList>().matches.map(({ user }) => user._id);
    };
    expect((await shown()).toSorted()).toEqual([near.teacher.user._id, last.teacher.user._id].toSorted());
    for (const teacher of [near, unseen, last]) {
      for (const category of ['regular', 'special', null, 'school']) {
        const change = { method: 'PUT', url: '/api/auth/profile', body: { category } } as const;
        const changed = await test.call({ ...change, token: teacher.teacher.token });
        expect(changed.statusCode, changed.body).toBe(200);
        test.clock.now = new Date(test.clock.now.getTime() + 61_000);
        expect((await adviceOf(me)).statingCategory).toEqual({ shortest: 4 });
      }
    }
  });

  it('counts the matches in the list by their kinds', async () => {
    const subject = 'Economics';
    const me = await wish(test, toDanapur, { registration: { subject } });
    await wish(test, [toDanapur[1], toDanapur[0]], { registration: { subject } });
    await wish(test, [BIHTA, toDanapur[0]], { registration: { subject, category: 'regular' } });
    await wish(test, toAmnour, { registration: { subject } });
    await wish(test, toBodhGaya, { registration: { subject } });
    await registerTeacher(test, {
      subject,
      district: toDanapur[1].district,
      postingBlock: toDanapur[1].block,
      desiredDistrict: toDanapur[0].district,
      desiredBlock: 'Any block',
    });
    const { json } = await test.call({
      url: `/api/requests/${me.requestId}/matches`,
      token: me.teacher.token,
    });
    const { matches, total } = json<MatchList>();
    const { whyNothingYet } = await adviceOf(me);
    expect(whyNothingYet).toMatchObject({
      directSwaps: 2,
      sameDistricts: 1,
      wantsYourPlace: 1,
      worksThere: 1,
    });
    expect(total).toBe(5);
    const { onePersonMissing } = await adviceOf(me);
    expect(onePersonMissing.filter(({ length }) => length === 2)).toEqual([]);
    expect(matches.filter(({ isPerfectMatch }) => isPerfectMatch)).toHaveLength(2);
  });

  it('stops counting a teacher as soon as a block separates the teacher from the viewer', async () => {
    const subject = 'Philosophy';
    const me = await wish(test, toDanapur, { registration: { subject } });
    const partner = await wish(test, [toDanapur[1], toDanapur[0]], { registration: { subject } });
    await wish(test, [BIHTA, toDanapur[0]], { registration: { subject } });
    await test.database.db
      .updateTable('users')
      .set({ verified_at: test.clock.now, verified_how: 'phone_code' })
      .where('id', '=', partner.teacher.user._id)
      .execute();
    const before = await adviceOf(me);
    expect(before.whyNothingYet).toMatchObject({ directSwaps: 1, directSwapsVerified: 1, shortest: 2 });
    await block(partner, me);
    const { whyNothingYet } = await adviceOf(me);
    expect(whyNothingYet).toMatchObject({ directSwaps: 0, directSwapsVerified: 0, shortest: null });
    await unblock(partner, me);
    expect(await adviceOf(me)).toEqual(before);
  });

  it('ignores offers of teachers separated from the viewer by a block', async () => {
    const subject = 'Psychology';
    const me = await wish(test, [toDanapur[0], BIHTA], { registration: { subject } });
    const alone = await adviceOf(me);
    const [next, last] = [
      await wish(test, toAmnour, { registration: { subject } }),
      await wish(test, toBodhGaya, { registration: { subject } }),
    ];
    test.clock.now = new Date(test.clock.now.getTime() + 61_000);
    expect(await adviceOf(me)).not.toEqual(alone);
    await block(next, me);
    await block(me, last);
    expect(await adviceOf(me)).toEqual(alone);
  });

  it('ignores rings in which one teacher blocks another, as the list does', async () => {
    const [me, next, last] = await ringOfThree(test, 'Sociology');
    expect((await adviceOf(me)).whyNothingYet?.shortest).toBe(3);
    await block(next, last);
    test.clock.now = new Date(test.clock.now.getTime() + 61_000);
    const { whyNothingYet, onePersonMissing } = await adviceOf(me);
    expect((await ringsOf(test, me)).total).toBe(0);
    expect(whyNothingYet?.shortest).toBeNull();
    expect(onePersonMissing.filter(({ length }) => length > 3)).toEqual([]);
  });

  it('contains the latest plan’s figures for the same subject, class level and category', async () => {
    const [first] = await ringOfThree(test, 'Hindi');
    const alone = await wish(test, toDanapur, { registration: { subject: 'Hindi', category: 'regular' } });
    await planByNight(test);
    test.clock.now = new Date(test.clock.now.getTime() + 60_000);
    expect((await adviceOf(first)).whyNothingYet).toMatchObject({
      plannedTeachers: 3,
      plannedMoved: 3,
      planReason: 'moved',
    });
    expect((await adviceOf(alone)).whyNothingYet).toMatchObject({
      plannedTeachers: 1,
      plannedMoved: 0,
      planReason: 'noTeacherThere',
    });
    const late = await wish(test, toDanapur, { registration: { subject: 'English' } });
    expect((await adviceOf(late)).whyNothingYet).toMatchObject({
      plannedTeachers: 0,
      plannedMoved: 0,
      planReason: null,
    });
  });

  it('is empty for a request that is not active', async () => {
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
      service: null,
      whyNothingYet: null,
      statingCategory: null,
    });
  });
});
