import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Offer } from '../../offer.ts';
import { everyRing } from '../../testing/oracle.ts';
import { runs, smallWorlds } from '../../testing/worlds.ts';
import { RingObjective } from '../packing/objective.ts';
import { ringLength } from '../packing/ring-packing.ts';
import { tableOf } from '../strata/offer-table.ts';
import { type StratumGraph, worldOf } from '../strata/stratum-graph.ts';
import { enumerateRings } from './enumeration.ts';
import { RingPricing } from './pricing.ts';

const worlds = smallWorlds({ offers: 20, places: 6, strata: 1, wishes: 3, severalRows: false });
const LONGEST = 5;

function graphOf(offers: readonly Offer[]): StratumGraph | undefined {
  return worldOf(tableOf(offers)).strata[0];
}

describe('pricing and enumeration of rings', () => {
  it('finds the shortest rings if every arc costs one', () => {
    fc.assert(
      fc.property(worlds, (offers) => {
        const graph = graphOf(offers);
        if (graph === undefined) return;
        const pricing = new RingPricing(graph, graph.capacity, LONGEST);
        const cost = new Float64Array(graph.arcCount).fill(1, 0, graph.teacherArcCount);
        const limit = new Float64Array(LONGEST + 1).fill(Number.POSITIVE_INFINITY);
        const lengths = new Set<number>();
        pricing.search(cost, limit, (walk) => lengths.add(ringLength(graph, walk)));
        const rings = everyRing(offers, LONGEST).map((ring) => ring.length);
        expect(Math.min(...lengths)).toBe(Math.min(...rings));
        for (const length of rings) expect(pricing.cheapest[length]).toBe(length);
      }),
      runs(80),
    );
  });

  it('lists every ring within the slack, and no other', () => {
    fc.assert(
      fc.property(worlds, fc.constantFrom(0, 0.5, 1, 3), (offers, slack) => {
        const graph = graphOf(offers);
        if (graph === undefined) return;
        const objective = new RingObjective(graph, LONGEST, 1);
        const prices = Float64Array.from({ length: graph.teacherArcCount }, (_, arc) => 1 + (arc % 3) / 4);
        const task = { graph, capacity: graph.capacity, objective, prices, slack, most: 100_000 };
        const listed = (enumerateRings(task) ?? []).map((ring) => keyOf(graph, ring));
        const expected = ringsByArcs(offers, graph).filter(
          (arcs) => arcs.reduce((sum, arc) => sum + prices[arc], 0) - arcs.length <= slack + 1e-6,
        );
        expect(new Set(listed)).toEqual(
          new Set(expected.map((arcs) => arcs.toSorted((a, b) => a - b).join())),
        );
      }),
      runs(80),
    );
  });

  it('returns undefined if there are too many rings', () => {
    const offers = Array.from({ length: 8 }, (_, index) => ({
      teacher: `t${index}`,
      stratum: 's',
      from: `p${index}`,
      to: Array.from({ length: 8 }, (_one, place) => `p${place}`),
    }));
    const graph = graphOf(offers);
    if (graph === undefined) throw new Error('no stratum');
    const objective = new RingObjective(graph, 8, 1);
    const prices = new Float64Array(graph.teacherArcCount);
    const task = { graph, capacity: graph.capacity, objective, prices, slack: 0, most: 1_000 };
    expect(enumerateRings(task)).toBeUndefined();
  });
});

function keyOf(graph: StratumGraph, ring: readonly number[]): string {
  return ring
    .filter((arc) => arc < graph.teacherArcCount)
    .sort((a, b) => a - b)
    .join();
}

/** Returns all rings by exhaustive search, as the teacher arcs of their members. */
function ringsByArcs(offers: readonly Offer[], graph: StratumGraph): number[][] {
  const arcOf = new Map<string, number>();
  const table = tableOf(offers);
  for (let arc = 0; arc < graph.teacherArcCount; arc++) {
    for (let at = graph.rowStart[arc]; at < graph.rowStart[arc + 1]; at++) {
      arcOf.set(table.teachers.names[table.teacherOf.at(graph.rows[at])] ?? '', arc);
    }
  }
  return everyRing(offers, LONGEST).map((ring) => ring.map(({ teacher }) => arcOf.get(teacher) ?? -1));
}
