import type { PlaceReach, Reach } from '@mutual-transfer/domain/matching/demand';
import { blocksOfDistrict, districts } from '@mutual-transfer/domain/reference/places';
import { shortestRing } from '@mutual-transfer/matching/live/shortest-ring';
import { scoreOf } from '@mutual-transfer/matching/score';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeEveryone } from '../../test/testing/agreements.ts';
import { postRequest, registerTeacher } from '../../test/testing/factories.ts';
import { ringOfThree, steps, type Wisher, wish } from '../../test/testing/ring-of-three.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { loadDemo } from '../demo/load-demo.ts';
import type { OfferRow } from '../platform/database/tables.ts';
import { wishOf } from './index/request-offer.ts';
import { type ActiveOffer, asActive } from './offers.queries.ts';
import { reachOf } from './reach.ts';
import { offerOf } from './rings.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const [toDanapur, toAmnour] = steps;
const [bodhGaya, danapur] = toDanapur;
const [, amnour] = toAmnour;
const nowhere = { isWished: false, now: null, shortest: null, pairs: 0 };

/** Returns the places of the response that the teacher wishes for or could reach. */
async function reachOfWisher({ teacher, requestId }: Wisher, query = ''): Promise<PlaceReach[]> {
  const response = await test.call({ url: `/api/requests/${requestId}/reach${query}`, token: teacher.token });
  expect(response.statusCode, response.body).toBe(200);
  const { places } = response.json<Reach>();
  expect(new Set(places.map(({ place }) => place)).size).toBe(places.length);
  return places.filter(({ isWished, shortest }) => isWished || shortest !== null);
}

describe('the reach of a teacher', () => {
  it('contains the rings and pairs by the current wishes and by one more wish, per district or per block of a district', async () => {
    const [me] = await ringOfThree(test, 'Physics');
    const ofRing = { isWished: true, now: 3, shortest: 3, pairs: 0 };
    const ofPair = { isWished: false, now: null, shortest: 2, pairs: 1 };
    expect(await reachOfWisher(me)).toEqual([
      { place: 'Patna', ...ofRing },
      { place: 'Saran', ...ofPair },
    ]);
    expect(await reachOfWisher(me, '?district=Patna')).toEqual([{ place: 'Danapur', ...ofRing }]);
    expect(await reachOfWisher(me, '?district=Saran')).toEqual([{ place: 'Amnour', ...ofPair }]);
    const all = await test.call({ url: `/api/requests/${me.requestId}/reach`, token: me.teacher.token });
    expect(all.json().places).toHaveLength(districts.length);
    expect(all.json().places).toContainEqual({ place: 'Araria', ...nowhere });
  });

  it('includes the wishes of the teacher’s other requests, and reaches a district by a wish for one of its blocks', async () => {
    const registration = { subject: 'Chemistry' };
    const me = await wish(test, toDanapur, { registration });
    await wish(test, [{ district: 'Patna', block: 'Bihta' }, bodhGaya], { registration });
    expect(await reachOfWisher(me)).toEqual([
      { place: 'Patna', isWished: true, now: null, shortest: 2, pairs: 1 },
    ]);
    await postRequest(test, me.teacher, { ...registration, desiredBlock: 'Bihta' });
    expect(await reachOfWisher(me)).toEqual([
      { place: 'Patna', isWished: true, now: 2, shortest: 2, pairs: 1 },
    ]);
  });

  it('ignores teachers separated from the viewer by a block, in either direction', async () => {
    const [me, first, last] = await ringOfThree(test, 'History');
    const block = (who: Wisher, whom: Wisher) =>
      test.call({ method: 'PUT', url: `/api/blocks/${whom.teacher.user._id}`, token: who.teacher.token });
    await block(first, me);
    expect(await reachOfWisher(me)).toEqual([
      { place: 'Patna', isWished: true, now: null, shortest: null, pairs: 0 },
      { place: 'Saran', isWished: false, now: null, shortest: 2, pairs: 1 },
    ]);
    await block(me, last);
    expect(await reachOfWisher(me)).toEqual([
      { place: 'Patna', isWished: true, now: null, shortest: null, pairs: 0 },
    ]);
  });

  it('reveals no more about the only teacher in a block than a request for that block does', async () => {
    const subject = 'Political Science';
    const of = (category: string) => ({ registration: { subject, category } });
    const bihta = { district: 'Patna', block: 'Bihta' };
    const me = await wish(test, toDanapur, of('regular'));
    const alike = await wish(test, [amnour, bodhGaya], of('regular'));
    await wish(test, [bihta, bodhGaya], of('special'));
    const pairsIn = async (district: string, block: string) =>
      (await reachOfWisher(me, `?district=${district}`)).find(({ place }) => place === block)?.pairs ?? 0;
    const matchesFor = async (desiredDistrict: string, desiredBlock: string) => {
      const wished = { subject, desiredDistrict, desiredBlock };
      const { matches } = await postRequest(test, me.teacher, wished);
      const perfect = matches.filter(({ isPerfectMatch }) => isPerfectMatch);
      return perfect.map(({ user }) => [user._id, user.category]);
    };
    expect(await pairsIn('Saran', 'Amnour')).toBe(1);
    expect(await pairsIn('Patna', 'Bihta')).toBe(0);
    expect(await matchesFor('Saran', 'Amnour')).toEqual([[alike.teacher.user._id, 'regular']]);
    expect(await matchesFor('Patna', 'Bihta')).toEqual([]);
  });

  it('is empty for a request that is not active, and answers 404 to other teachers', async () => {
    const registration = { subject: 'Geography' };
    const me = await wish(test, toDanapur, { registration });
    const other = await wish(test, [danapur, bodhGaya], { registration });
    const url = `/api/requests/${me.requestId}/reach`;
    expect((await test.call({ url, token: other.teacher.token })).statusCode).toBe(404);
    await test.call({
      method: 'PATCH',
      url: `/api/requests/${me.requestId}/status`,
      body: { status: 'withdrawn' },
      token: me.teacher.token,
    });
    expect((await test.call({ url, token: me.teacher.token })).json()).toEqual({ places: [] });
  });

  it('counts a registered wish as a direct swap, as matches do, and uses it in no ring', async () => {
    const registration = { subject: 'Sanskrit' };
    const me = await wish(test, toDanapur, { registration });
    await wish(test, toAmnour, { registration });
    await registerTeacher(test, {
      ...registration,
      district: 'Saran',
      postingBlock: 'Amnour',
      desiredDistrict: bodhGaya.district,
      desiredBlock: bodhGaya.block,
    });
    expect(await reachOfWisher(me)).toEqual([
      { place: 'Patna', isWished: true, now: null, shortest: null, pairs: 0 },
      { place: 'Saran', isWished: false, now: null, shortest: 2, pairs: 1 },
    ]);
  });
});

/** Computes the reach by exhaustive search: scores every offer for each place, and searches the shortest ring for each block separately. */
async function expected(mine: ActiveOffer, offers: readonly OfferRow[]): Promise<PlaceReach[]> {
  const { graph, rules } = await test.graph.caughtUp();
  const others = offers.filter(
    ({ user_id, from_block }) => user_id !== mine.user_id && from_block !== mine.from_block,
  );
  const own = offers
    .filter(({ user_id }) => user_id === mine.user_id)
    .flatMap((offer) => asActive(offer) ?? []);
  const { stratum, from } = offerOf(mine, rules);
  const wished = own
    .map((offer) => offerOf(offer, rules))
    .filter((offer) => offer.stratum === stratum)
    .flatMap(({ to }) => to);
  const partnersIn = (block: string, district: string) => {
    const asked = { ...wishOf(mine), toDistrict: district, toBlock: block };
    const perfect = others.filter((offer) => scoreOf(asked, wishOf(offer), rules.mustBeEqual)?.isPerfect);
    return new Set(perfect.map(({ user_id }) => user_id));
  };
  return districts.map(({ code, name }) => {
    const blocks = blocksOfDistrict(code).map((block) => block.code);
    const lengthTo = (block: string) => {
      if (block === from) return Number.POSITIVE_INFINITY;
      if (partnersIn(block, code).size > 0) return 2;
      return shortestRing(graph, { ...offerOf(mine, rules), to: [block] }) ?? Number.POSITIVE_INFINITY;
    };
    const least = (among: readonly string[]) => {
      const shortest = Math.min(...among.map(lengthTo));
      return Number.isFinite(shortest) ? shortest : null;
    };
    return {
      place: name,
      isWished: blocks.some((block) => wished.includes(block)),
      now: least(blocks.filter((block) => wished.includes(block))),
      shortest: least(blocks),
      pairs: new Set(blocks.flatMap((block) => [...partnersIn(block, code)])).size,
    };
  });
}

it('equals an exhaustive search of demo data', async () => {
  const { db, pool } = test.database;
  await removeEveryone(test);
  await loadDemo(pool, {
    seed: 5,
    teachers: 400,
    now: test.clock.now,
    passwordHash: 'none',
    preset: 'showcase',
  });
  const ruled = await test.graph.caughtUp();
  const offers = await db.selectFrom('offers').selectAll().execute();
  const active = offers.flatMap((offer) => asActive(offer) ?? []).slice(0, 12);
  let opened = 0;
  for (const mine of active) {
    const own = offers
      .filter(({ user_id }) => user_id === mine.user_id)
      .flatMap((offer) => asActive(offer) ?? []);
    const found = await reachOf(db, { ruled, mine, offers: own, district: undefined });
    expect(found).toEqual(await expected(mine, offers));
    opened += found.filter(({ shortest }) => shortest !== null).length;
  }
  expect(opened).toBeGreaterThan(10);
});
