import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { graphOfOffers } from '../testing/graph-offers.ts';
import { bestPackingByHighs } from '../testing/highs-models.ts';
import { canTake, everyRing, faultOf } from '../testing/oracle.ts';
import { runs } from '../testing/worlds.ts';
import { repairRing } from './repair.ts';
import type { GraphOffer } from './ring-graph.ts';

/** Returns a ring of this length through places p0, p1, …; `extra` lists more places that members accept. */
function ringOf(length: number, extra: readonly (readonly number[])[]): GraphOffer[] {
  return Array.from({ length }, (_, index) => ({
    id: `r${index}`,
    teacher: `t${index}`,
    stratum: 's',
    from: `p${index}`,
    to: [`p${(index + 1) % length}`, ...(extra[index] ?? []).map((place) => `p${place % length}`)],
  }));
}

const rings = fc
  .tuple(fc.integer({ min: 2, max: 7 }), fc.array(fc.array(fc.nat(6), { maxLength: 3 }), { maxLength: 7 }))
  .map(([length, extra]) => ringOf(length, extra));

const namesOf = (ring: readonly { teacher: string }[]) => ring.map(({ teacher }) => teacher);

describe('repairRing', () => {
  it('returns the smaller rings that move the most remaining members', () => {
    fc.assert(
      fc.property(rings, fc.nat(), (ring, who) => {
        const left = new Set([`t${who % ring.length}`]);
        const staying = ring.filter(({ teacher }) => !left.has(teacher));
        const { smaller } = repairRing(ring, left);
        const presented = smaller.map((offers) => ({
          stratum: 's',
          teachers: offers.map(({ teacher }) => teacher),
        }));
        expect(faultOf(staying, presented, 10)).toBeUndefined();
        const best = bestPackingByHighs(everyRing(staying, 10), ({ length }) => length);
        expect(smaller.flat()).toHaveLength(best);
      }),
      runs(60),
    );
  });

  it('returns the best smaller rings without an excluded pair', () => {
    fc.assert(
      fc.property(rings, fc.nat(), fc.nat(), fc.nat(), (ring, who, one, other) => {
        const name = (number: number) => `t${number % ring.length}`;
        const left = new Set([name(who)]);
        const pair = [name(one), name(other)] as const;
        fc.pre(pair[0] !== pair[1]);
        const excluded = new Map([
          [pair[0], new Set([pair[1]])],
          [pair[1], new Set([pair[0]])],
        ]);
        const { smaller } = repairRing(ring, left, { excluded });
        for (const found of smaller) expect(pair.every((name) => namesOf(found).includes(name))).toBe(false);
        const allowed = everyRing(
          ring.filter(({ teacher }) => !left.has(teacher)),
          10,
        ).filter((found) => !pair.every((name) => namesOf(found).includes(name)));
        expect(smaller.flat()).toHaveLength(bestPackingByHighs(allowed, ({ length }) => length));
      }),
      runs(60),
    );
  });

  it('returns no stand-in who forms an excluded pair with a remaining member', () => {
    const ring = ringOf(3, []);
    const standIn: GraphOffer = { id: 'x', teacher: 'x', stratum: 's', from: 'p1', to: ['p2'] };
    const graph = graphOfOffers([...ring, standIn]);
    const found = (excluded: ReadonlyMap<string, ReadonlySet<string>>) =>
      repairRing(ring, new Set(['t1']), { graph, excluded }).closings[0]?.replacements.map(namesOf);
    expect(found(new Map())).toEqual([['x']]);
    expect(found(new Map([['t2', new Set(['x'])]]))).toEqual([]);
  });

  it('returns the one wish that closes the ring again', () => {
    const { closings, smaller } = repairRing(ringOf(4, []), new Set(['t2']));
    expect(smaller).toEqual([]);
    expect(closings).toHaveLength(1);
    expect(closings[0]).toMatchObject({ from: 'p2', to: 'p3', replacements: [] });
    expect(closings[0]?.chain.map(({ teacher }) => teacher)).toEqual(['t3', 't0', 't1']);
  });

  it('returns one wish per chain if two members who are not adjacent left', () => {
    const { closings } = repairRing(ringOf(6, []), new Set(['t1', 't4']));
    expect(closings.map(({ from, to, chain }) => [from, to, chain.length])).toEqual([
      ['p1', 'p5', 2],
      ['p4', 'p2', 2],
    ]);
  });

  it('returns stand-ins, one or several, who are not in the ring', () => {
    const ring = ringOf(3, []);
    const others: GraphOffer[] = [
      { id: 'a', teacher: 'a', stratum: 's', from: 'p1', to: ['p2'] },
      { id: 'b', teacher: 'b', stratum: 's', from: 'p1', to: ['q'] },
      { id: 'c', teacher: 'c', stratum: 's', from: 'q', to: ['p2'] },
    ];
    const [closing] = repairRing(ring, new Set(['t1']), {
      graph: graphOfOffers([...ring, ...others]),
    }).closings;
    expect(closing?.replacements.map((offers) => offers.map(({ id }) => id))).toEqual([['a'], ['b', 'c']]);
    for (const replacements of closing?.replacements ?? []) {
      const whole = [...(closing?.chain ?? []), ...replacements];
      expect(whole.every((one, index) => canTake(one, whole[(index + 1) % whole.length] ?? one))).toBe(true);
    }
  });

  it('returns the likelier of two stand-ins first, then the better-ranked one', () => {
    const ring = ringOf(3, []);
    const standIn = (id: string, more: Pick<GraphOffer, 'probability' | 'rank'>): GraphOffer => ({
      ...{ id, teacher: id, stratum: 's', from: 'p1', to: ['p2'] },
      ...more,
    });
    const others = [
      standIn('a', { probability: 0.8 }),
      standIn('b', { probability: 0.9, rank: 2 }),
      standIn('c', { probability: 0.9 }),
    ];
    const graph = graphOfOffers([...ring, ...others]);
    const [closing] = repairRing(ring, new Set(['t1']), { graph }).closings;
    expect(closing?.replacements.map(namesOf)).toEqual([['c'], ['b'], ['a']]);
  });

  it('returns the ring unchanged if no member left', () => {
    const ring = ringOf(3, []);
    expect(repairRing(ring, new Set())).toEqual({ smaller: [ring], closings: [] });
  });
});
