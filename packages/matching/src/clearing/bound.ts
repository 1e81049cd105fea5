import type { Offer } from '../offer.ts';
import { type Circulation, maximumCirculation } from './circulation.ts';
import { tableOf } from './offer-table.ts';
import { chooseTiedRows, type TiedChoice } from './side-constraints.ts';
import { type StratumGraph, type World, worldOf } from './stratum-graph.ts';

/** The most teachers that can move when rings may be of any length. */
export interface Bound {
  /** Teachers. */
  readonly moved: number;
  /**
   * True when `moved` is reached by some set of rings. It can be false only where teachers have rows that cannot be
   * brought together in one offer (see `row-merging.ts`); then `moved` is an upper bound that was not proved tight.
   */
  readonly isExact: boolean;
  /** By stratum, in the order of `world.strata`; together they may lie below `moved` when it is not exact. */
  readonly strata: readonly Circulation[];
  /** The same without regard to teachers with rows in several strata: no stratum by itself moves more. */
  readonly relaxed: readonly Circulation[];
  /** Capacities of the arcs after each tied teacher has been given to at most one arc. */
  readonly capacities: readonly Int32Array[];
}

/** The bound of a list of offers, in teachers. */
export function boundOf(offers: Iterable<Offer>): Pick<Bound, 'moved' | 'isExact'> {
  const { moved, isExact } = boundOfWorld(worldOf(tableOf(offers)));
  return { moved, isExact };
}

/**
 * The exact maximum circulation of every stratum. `onStratum` hears how many strata are done, and stops the work by
 * an exception of its own.
 */
export function boundOfWorld(world: World, onStratum: (done: number) => void = () => {}): Bound {
  const strata = world.strata.map((graph, index) => {
    const circulation = circulationOf(graph, graph.capacity);
    onStratum(index + 1);
    return circulation;
  });
  const capacities = world.strata.map((graph) => graph.capacity);
  const moved = strata.reduce((sum, { profit }) => sum + profit, 0);
  if (world.merged.tiedCount === 0) return { moved, isExact: true, strata, relaxed: strata, capacities };
  const choice: TiedChoice = chooseTiedRows(world, strata, circulationOf);
  return {
    moved: choice.upper,
    isExact: choice.upper === choice.moved,
    strata: choice.strata,
    relaxed: strata,
    capacities: choice.capacities,
  };
}

/** The circulation of one stratum that moves the most teachers within these capacities. */
export function circulationOf(graph: StratumGraph, capacity: Int32Array): Circulation {
  const profit = new Int32Array(graph.arcCount).fill(1, 0, graph.teacherArcCount);
  return maximumCirculation({ ...graph, capacity, profit });
}
