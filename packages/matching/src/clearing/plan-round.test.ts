import fc from 'fast-check';
import { expect, it } from 'vitest';
import { planOf } from './plan.ts';
import { groupKey, planRound, type RoundGoal, type RoundOffer } from './plan-round.ts';

const usual = { ended: new Set<string>(), seed: 1 };

/** Generates 2 to 14 teachers in four places, each with one offer. */
const offerLists = fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { minLength: 2, maxLength: 14 }).map((wishes) =>
  wishes.map(
    ([from, to], index): RoundOffer => ({
      id: `r${index}`,
      teacher: `t${index}`,
      stratum: 's',
      isProven: false,
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
      const rings = planRound(offers, { ...usual, maxRing: 10, survival: 1, excluded });
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
      const whole = planRound(offers, { ...usual, ...goal, excluded: new Map() });
      expect(whole.flat()).toHaveLength(planOf(offers, goal).moved);
      const pair = [`r${one}`, `r${other}`];
      const broken = whole.find((ring) => one !== other && pair.every((id) => ring.includes(id)));
      const around = planRound(offers, {
        ...usual,
        ...goal,
        excluded: excludedPairsOf([[one, other]]),
      }).flat();
      expect(around.length).toBeGreaterThanOrEqual(whole.flat().length - (broken?.length ?? 0));
    }),
    { seed: 20250626, numRuns: 100 },
  );
});

it('a spare teacher replaces either teacher of an excluded pair', () => {
  const offer = (id: string, from: string, to: string): RoundOffer => ({
    id,
    teacher: `t-${id}`,
    stratum: 's',
    isProven: false,
    from,
    to: [to],
  });
  const ring = [offer('a', 'p0', 'p1'), offer('b', 'p1', 'p2'), offer('c', 'p2', 'p0')];
  const excluded = new Map([
    ['t-a', new Set(['t-b'])],
    ['t-b', new Set(['t-a'])],
  ]);
  const planned = (offers: RoundOffer[]) =>
    planRound(offers, { ...usual, maxRing: 10, survival: 1, excluded }).map((ids) => ids.toSorted());
  expect(planned(ring)).toEqual([]);
  expect(planned([...ring, offer('d', 'p1', 'p2')])).toEqual([['a', 'c', 'd']]);
  expect(planned([...ring, offer('d', 'p0', 'p1')])).toEqual([['b', 'c', 'd']]);
});

it('between rings of equal size, the one with the higher probability is planned', () => {
  const offer = (id: string, from: string, to: string, probability: number): RoundOffer => ({
    ...{ id, teacher: `t-${id}`, stratum: 's', isProven: false, from, to: [to], probability },
  });
  const goal = { ...usual, maxRing: 10, survival: 0.9, excluded: new Map() };
  for (const [likelier, other] of [
    ['b', 'c'],
    ['c', 'b'],
  ] as const) {
    const offers = [
      offer('a', 'p0', 'p1', 0.9),
      offer(likelier, 'p1', 'p0', 0.95),
      offer(other, 'p1', 'p0', 0.8),
    ];
    expect(planRound(offers, goal).map((ids) => ids.toSorted())).toEqual([['a', likelier]]);
  }
});

it('between plans that move equally many teachers, the better-ranked request is used, also if several accept the place', () => {
  const goal = { ...usual, maxRing: 10, survival: 0.9, excluded: new Map() };
  const own = (id: string, rank: number, ...to: string[]): RoundOffer => ({
    ...{ id, teacher: 'own', stratum: 's', isProven: false, from: 'p0', to, rank },
  });
  const others = ['p1', 'p2'].map(
    (from): RoundOffer => ({
      id: from,
      teacher: `t-${from}`,
      stratum: 's',
      isProven: false,
      from,
      to: ['p0'],
    }),
  );
  for (const [first, second] of [
    ['p1', 'p2'],
    ['p2', 'p1'],
  ] as const) {
    const offers = [own('less', 2, second), own('more', 1, first), ...others];
    expect(planRound(offers, goal).map((ids) => ids.toSorted())).toEqual([['more', first].toSorted()]);
  }
  const both = [own('less', 2, 'p1', 'p2'), own('more', 1, 'p1'), ...others];
  expect(planRound(both, goal).map((ids) => ids.toSorted())).toEqual([['more', 'p1']]);
});

const offerOf = (teacher: string, from: string, to: string, isProven = false): RoundOffer => ({
  ...{ id: `r-${teacher}`, teacher, stratum: 's', from, to: [to], isProven },
});
const goalOf = (changes: Partial<RoundGoal> = {}): RoundGoal => ({
  ...{ ...usual, maxRing: 2, survival: 0.9, excluded: new Map() },
  ...changes,
});

it('proven teachers are planned first, and the others from what is left', () => {
  const offers = [
    ...Array.from({ length: 9 }, (_, index) => offerOf(`a${index}`, 'p0', 'p1')),
    offerOf('proven', 'p0', 'p1', true),
    offerOf('partner', 'p1', 'p0', true),
    offerOf('other', 'p1', 'p0'),
  ];
  for (let seed = 0; seed < 20; seed++) {
    const rings = planRound(offers, goalOf({ seed })).map((ring) => ring.toSorted());
    expect(rings).toHaveLength(2);
    expect(rings).toContainEqual(['r-partner', 'r-proven']);
  }
});

it('equal chances are decided by lot: the seed and not the age or the name chooses', () => {
  const offers = [
    ...Array.from({ length: 4 }, (_, index) => ({
      ...offerOf(`t${index}`, 'p0', 'p1'),
      waitingSince: index,
    })),
    offerOf('partner', 'p1', 'p0'),
  ];
  const chosen = Array.from({ length: 200 }, (_, seed) =>
    planRound(offers, goalOf({ seed })).flat().toSorted().at(-1),
  );
  for (let index = 0; index < 4; index++) {
    const times = chosen.filter((id) => id === `r-t${index}`).length;
    expect(times).toBeGreaterThan(25);
    expect(times).toBeLessThan(75);
  }
  expect(
    planRound(offers.toReversed(), goalOf({ seed: 7 }))
      .flat()
      .toSorted(),
  ).toEqual(
    planRound(offers, goalOf({ seed: 7 }))
      .flat()
      .toSorted(),
  );
});

it('an ended group is not planned again, and its members are planned with others', () => {
  const pair = [offerOf('a', 'p0', 'p1'), offerOf('b', 'p1', 'p0')];
  const ended = new Set([groupKey(['b', 'a'])]);
  expect(planRound(pair, goalOf({ ended }))).toEqual([]);
  const spare = offerOf('c', 'p0', 'p1');
  expect(planRound([...pair, spare], goalOf({ ended })).map((ring) => ring.toSorted())).toEqual([
    ['r-b', 'r-c'],
  ]);
  const third = offerOf('d', 'p1', 'p0');
  expect(planRound([...pair, spare, third], goalOf({ ended })).flat()).toHaveLength(4);
});

it('a spare teacher replaces any member of an ended group, wherever the lots place them in the ring', () => {
  const ring = [offerOf('a', 'p0', 'p1'), offerOf('b', 'p1', 'p2'), offerOf('c', 'p2', 'p0')];
  const ended = new Set([groupKey(['a', 'b', 'c'])]);
  for (let seed = 0; seed < 20; seed++)
    for (const [from, to] of [
      ['p0', 'p1'],
      ['p1', 'p2'],
      ['p2', 'p0'],
    ] as const) {
      const planned = planRound([...ring, offerOf('spare', from, to)], goalOf({ ended, seed, maxRing: 10 }));
      expect(planned.flat()).toHaveLength(3);
      expect(planned.flat()).toContain('r-spare');
    }
});
