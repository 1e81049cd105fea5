import { planOf } from '@mutual-transfer/matching/clearing/plan';
import type { GraphOffer } from '@mutual-transfer/matching/live/ring-graph';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { planReady, ringsOver } from './plan-ready.ts';

/** Generates 2 to 14 teachers in four places, each with one offer. */
const offerLists = fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { minLength: 2, maxLength: 14 }).map((wishes) =>
  wishes.map(
    ([from, to], index): GraphOffer => ({
      id: `r${index}`,
      teacher: `t${index}`,
      stratum: 's',
      from: `p${from}`,
      to: [`p${to === from ? (to + 1) % 4 : to}`],
    }),
  ),
);
const pairs = fc.array(fc.tuple(fc.nat(13), fc.nat(13)), { maxLength: 4 });

function excludedPairsOf(blocks: readonly (readonly [number, number])[]): Map<string, Set<string>> {
  const excluded = new Map<string, Set<string>>();
  const add = (one: string, other: string) => excluded.set(one, (excluded.get(one) ?? new Set()).add(other));
  for (const [one, other] of blocks.filter(([first, second]) => first !== second)) {
    add(`t${one}`, `t${other}`);
    add(`t${other}`, `t${one}`);
  }
  return excluded;
}

it('no ring of a round has an excluded pair or a teacher twice, and each member takes the next one’s place', () => {
  fc.assert(
    fc.property(offerLists, pairs, (offers, blocks) => {
      const excluded = excludedPairsOf(blocks);
      const rings = ringsOver(offers, { maxRing: 10, survival: 1, excluded });
      const byId = new Map(offers.map((offer) => [offer.id, offer]));
      const seats = rings.flat();
      expect(new Set(seats).size).toBe(seats.length);
      for (const ring of rings) {
        const members = ring.flatMap((id) => byId.get(id) ?? []);
        expect(members).toHaveLength(ring.length);
        members.forEach(({ teacher, to }, index) => {
          expect(to).toContain(members[(index + 1) % members.length]?.from);
          expect(members.some((other) => excluded.get(teacher)?.has(other.teacher))).toBe(false);
        });
      }
    }),
    { seed: 20250626, numRuns: 200 },
  );
});

it('without excluded pairs a round moves as many teachers as the plan, and one excluded pair costs at most its own ring', () => {
  fc.assert(
    fc.property(offerLists, fc.nat(13), fc.nat(13), (offers, one, other) => {
      const goal = { maxRing: 10, survival: 1 };
      const { moved, rings } = planOf(offers, goal);
      expect(ringsOver(offers, { ...goal, excluded: new Map() }).flat()).toHaveLength(moved);
      const pair = [`t${one}`, `t${other}`];
      const broken = rings.find(
        ({ teachers }) => one !== other && pair.every((teacher) => teachers.includes(teacher)),
      );
      const around = ringsOver(offers, { ...goal, excluded: excludedPairsOf([[one, other]]) }).flat();
      expect(around.length).toBeGreaterThanOrEqual(moved - (broken?.teachers.length ?? 0));
    }),
    { seed: 20250626, numRuns: 100 },
  );
});

it('a spare teacher replaces either teacher of an excluded pair', () => {
  const offer = (id: string, from: string, to: string): GraphOffer => ({
    id,
    teacher: `t-${id}`,
    stratum: 's',
    from,
    to: [to],
  });
  const ring = [offer('a', 'p0', 'p1'), offer('b', 'p1', 'p2'), offer('c', 'p2', 'p0')];
  const excluded = new Map([
    ['t-a', new Set(['t-b'])],
    ['t-b', new Set(['t-a'])],
  ]);
  const planned = (offers: GraphOffer[]) =>
    ringsOver(offers, { maxRing: 10, survival: 1, excluded }).map((ids) => ids.toSorted());
  expect(planned(ring)).toEqual([]);
  expect(planned([...ring, offer('d', 'p1', 'p2')])).toEqual([['a', 'c', 'd']]);
  expect(planned([...ring, offer('d', 'p0', 'p1')])).toEqual([['b', 'c', 'd']]);
});

it('between rings of equal size, the one with the higher probability is planned', () => {
  const offer = (id: string, from: string, to: string, probability: number): GraphOffer => ({
    ...{ id, teacher: `t-${id}`, stratum: 's', from, to: [to], probability },
  });
  const goal = { maxRing: 10, survival: 0.9, excluded: new Map() };
  for (const [likelier, other] of [
    ['b', 'c'],
    ['c', 'b'],
  ] as const) {
    const offers = [
      offer('a', 'p0', 'p1', 0.9),
      offer(likelier, 'p1', 'p0', 0.95),
      offer(other, 'p1', 'p0', 0.8),
    ];
    expect(ringsOver(offers, goal).map((ids) => ids.toSorted())).toEqual([['a', likelier]]);
  }
});

it('between plans that move equally many teachers, the better-ranked request is used, also if several accept the place', () => {
  const goal = { maxRing: 10, survival: 0.9, excluded: new Map() };
  const own = (id: string, rank: number, ...to: string[]): GraphOffer => ({
    ...{ id, teacher: 'own', stratum: 's', from: 'p0', to, rank },
  });
  const others = ['p1', 'p2'].map(
    (from): GraphOffer => ({ id: from, teacher: `t-${from}`, stratum: 's', from, to: ['p0'] }),
  );
  for (const [first, second] of [
    ['p1', 'p2'],
    ['p2', 'p1'],
  ] as const) {
    const offers = [own('less', 2, second), own('more', 1, first), ...others];
    expect(ringsOver(offers, goal).map((ids) => ids.toSorted())).toEqual([['more', first].toSorted()]);
  }
  const both = [own('less', 2, 'p1', 'p2'), own('more', 1, 'p1'), ...others];
  expect(ringsOver(both, goal).map((ids) => ids.toSorted())).toEqual([['more', 'p1']]);
});

it('many offers are planned in a worker thread, with the same rings', async () => {
  const offers = Array.from(
    { length: 200 },
    (_, index): GraphOffer => ({
      id: `r${index}`,
      teacher: `t${index}`,
      stratum: 's',
      from: `p${index}`,
      to: [`p${index + (index % 2 === 0 ? 1 : -1)}`],
    }),
  );
  const goal = { maxRing: 2, survival: 1, excluded: excludedPairsOf([[0, 1]]) };
  const rings = await planReady(offers, goal);
  expect(rings).toHaveLength(99);
  expect(rings).toEqual(ringsOver(offers, goal));
});
