import type { StratumGraph, World } from '../strata/stratum-graph.ts';
import { type Circulation, maximumCirculation } from './circulation.ts';
import { chooseGroups, dropIncompleteGroups } from './group-choice.ts';
import { chooseTiedRows, type TiedChoice } from './side-constraints.ts';

/** Largest number of teachers that can move if rings may be of any length. */
export interface Bound {
  /** Number of teachers. */
  moved: number;
  /**
   * True if some set of rings attains `moved`. Can be false only with teachers whose rows cannot be merged into one offer (see
   * `row-merging.ts`); then `moved` is an upper bound that was not proved tight.
   */
  isExact: boolean;
  /** One circulation per stratum, in the order of `world.strata`. Their sum may lie below `moved` if the bound is not exact. */
  strata: readonly Circulation[];
  /** Circulations that ignore the constraints of teachers with rows in several strata: no stratum on its own moves more. */
  relaxed: readonly Circulation[];
  /** Capacities of the arcs after each tied teacher was assigned to at most one arc. */
  capacities: readonly Int32Array[];
}

/**
 * Computes the exact maximum circulation of every stratum. Calls `onStratum` with the number of finished strata; the callback stops the
 * computation by throwing.
 */
export function boundOfWorld(world: World, onStratum: (done: number) => void = () => {}): Bound {
  dropIncompleteGroups(world);
  const strata = world.strata.map((graph, index) => {
    const circulation = circulationOf(graph, graph.capacity);
    onStratum(index + 1);
    return circulation;
  });
  const moved = strata.reduce((sum, { profit }) => sum + profit, 0);
  const capacities = chooseGroups(world, strata);
  if (world.table.groups.names.length > 0) return boundWithGroups(world, strata, capacities);
  if (world.merged.tiedCount === 0) return { moved, isExact: true, strata, relaxed: strata, capacities };
  const choice = chooseTiedRows(world, strata, circulationOf, capacities);
  return { ...boundOfChoice(choice), relaxed: strata };
}

function boundOfChoice({ upper, moved, strata, capacities }: TiedChoice): Omit<Bound, 'relaxed'> {
  return { moved: upper, isExact: upper === moved, strata, capacities };
}

/**
 * Returns the bound of a world with groups. The bound ignores that a group moves together, except that groups that cannot move at all are
 * left out. For planning, the capacities leave each teacher at most one open group.
 */
function boundWithGroups(
  world: World,
  relaxed: readonly Circulation[],
  capacities: readonly Int32Array[],
): Bound {
  const within = world.strata.map((graph, index) => {
    const capacity = capacities[index] ?? graph.capacity;
    const circulation = relaxed[index];
    return capacity === graph.capacity && circulation !== undefined
      ? circulation
      : circulationOf(graph, capacity);
  });
  const choice = chooseTiedRows(world, within, circulationOf, capacities);
  const moved = relaxed.reduce((sum, { profit }) => sum + profit, 0);
  return { ...boundOfChoice(choice), moved, isExact: false, relaxed };
}

/** Computes the circulation of one stratum that moves the most teachers within these capacities. */
export function circulationOf(graph: StratumGraph, capacity: Int32Array): Circulation {
  const profit = new Int32Array(graph.arcCount).fill(1, 0, graph.teacherArcCount);
  return maximumCirculation({ ...graph, capacity, profit });
}
