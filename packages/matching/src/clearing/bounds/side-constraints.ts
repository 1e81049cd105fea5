import type { StratumGraph, World } from '../strata/stratum-graph.ts';
import type { Circulation } from './circulation.ts';

/**
 * Choice of one row for each tied teacher.
 *
 * A teacher whose rows lie in different strata, or start from different places, may move on one of them only. This constraint couples
 * strata, and the problem is no longer a flow. Branch and bound (Land and Doig 1960): the flow without the constraint is the upper bound; a
 * teacher whom it moves twice is restricted to one row at a time. Small worlds are solved exactly; if the work limit is reached, the result
 * is the best choice found and the upper bound.
 */
export interface TiedChoice {
  /** Upper bound on the teachers that any choice moves. */
  upper: number;
  /** Teachers moved by this choice. */
  moved: number;
  strata: readonly Circulation[];
  capacities: readonly Int32Array[];
}

type Solve = (graph: StratumGraph, capacity: Int32Array) => Circulation;

/** Arc of a tied teacher: index of the stratum, and the arc in its graph. */
interface TiedArc {
  stratum: number;
  arc: number;
}

interface Node {
  strata: readonly Circulation[];
  capacities: readonly Int32Array[];
  moved: number;
}

/** Maximum number of arcs scanned by all flows of one search, roughly half a second of work. */
const WORK_LIMIT = 4_000_000;

/** Small enough to decide by rank only between arcs of equal value. */
const RANK_STEP = 0.001;

/**
 * Chooses one row for each tied teacher.
 *
 * @param relaxed Optima of the strata within these capacities, without the constraint.
 */
export function chooseTiedRows(
  world: World,
  relaxed: readonly Circulation[],
  solve: Solve,
  capacities: readonly Int32Array[],
): TiedChoice {
  return new TiedSearch(world, solve).run(relaxed, capacities);
}

class TiedSearch {
  readonly #graphs: readonly StratumGraph[];
  readonly #solve: Solve;
  readonly #arcsOf: TiedArc[][];
  #work = 0;

  constructor(world: World, solve: Solve) {
    this.#graphs = world.strata;
    this.#solve = solve;
    this.#arcsOf = Array.from({ length: world.merged.tiedCount }, () => []);
    world.strata.forEach((graph, stratum) => {
      graph.tied.forEach((teacher, arc) => {
        if (teacher >= 0) this.#arcsOf[teacher]?.push({ stratum, arc });
      });
    });
  }

  run(relaxed: readonly Circulation[], within: readonly Int32Array[]): TiedChoice {
    const root: Node = {
      strata: relaxed,
      capacities: within,
      moved: movedBy(relaxed),
    };
    let best = this.#settleAll(root);
    let upper = best.moved;
    const open = [root];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (node.moved <= best.moved) continue;
      if (this.#work > WORK_LIMIT) {
        upper = Math.max(upper, node.moved);
        continue;
      }
      const twice = this.#movedTwice(node);
      if (twice === undefined) best = node;
      else open.push(...this.#branches(node, twice));
    }
    const { moved, strata, capacities } = this.#withIdleArcsShut(best);
    return { upper: Math.max(upper, moved), moved, strata, capacities };
  }

  /**
   * Returns a first feasible choice: every teacher keeps the used arc of largest reduced profit, and each changed stratum is solved again.
   */
  #settleAll(node: Node): Node {
    const shut: TiedArc[] = [];
    for (const arcs of this.#arcsOf) {
      const used = arcs.filter((at) => isUsed(node, at));
      const value = (at: TiedArc) => this.#value(node, at) - RANK_STEP * this.#rank(at);
      const retained = used.reduce((most, at) => (value(at) > value(most) ? at : most), used[0] ?? arcs[0]);
      if (used.length > 1) shut.push(...arcs.filter((at) => at !== retained));
    }
    const settled = this.#shutting(node, shut);
    return this.#movedTwice(settled) === undefined ? settled : this.#settleAll(settled);
  }

  /** Returns the reduced profit of one unit on the arc. */
  #value(node: Node, { stratum, arc }: TiedArc): number {
    const graph = this.#graphs[stratum];
    const potential = node.strata[stratum]?.potential;
    if (graph === undefined || potential === undefined) return 0;
    return potential[graph.tail[arc]] - potential[graph.head[arc]];
  }

  #rank({ stratum, arc }: TiedArc): number {
    return this.#graphs[stratum]?.ranksBehind?.[arc] ?? 0;
  }

  #movedTwice(node: Node): TiedArc[] | undefined {
    return this.#arcsOf.find((arcs) => arcs.filter((at) => isUsed(node, at)).length > 1);
  }

  /** Returns one branch for each open arc of the teacher, with the other arcs closed. The most promising branch is last. */
  #branches(node: Node, arcs: readonly TiedArc[]): Node[] {
    const open = arcs.filter(({ stratum, arc }) => (node.capacities[stratum]?.[arc] ?? 0) > 0);
    return open
      .map((retained) =>
        this.#shutting(
          node,
          open.filter((at) => at !== retained),
        ),
      )
      .sort((a, b) => a.moved - b.moved);
  }

  #shutting(node: Node, shut: readonly TiedArc[]): Node {
    const capacities = [...node.capacities];
    const strata = [...node.strata];
    for (const [stratum, arcs] of Map.groupBy(shut, (at) => at.stratum)) {
      const graph = this.#graphs[stratum];
      const capacity = Int32Array.from(capacities[stratum] ?? []);
      for (const { arc } of arcs) capacity[arc] = 0;
      capacities[stratum] = capacity;
      if (graph === undefined) continue;
      strata[stratum] = this.#solve(graph, capacity);
      this.#work += graph.arcCount;
    }
    return { strata, capacities, moved: movedBy(strata) };
  }

  /** Leaves each tied teacher one open arc, the used one if there is one: no plan can use two. */
  #withIdleArcsShut(node: Node): Node {
    const capacities = node.capacities.map((capacity) => Int32Array.from(capacity));
    for (const arcs of this.#arcsOf) {
      const open = arcs.filter(({ stratum, arc }) => (capacities[stratum]?.[arc] ?? 0) > 0);
      const retained = open.find((at) => isUsed(node, at)) ?? open[0];
      for (const at of open) {
        const capacity = capacities[at.stratum];
        if (at !== retained && capacity !== undefined) capacity[at.arc] = 0;
      }
    }
    return { ...node, capacities };
  }
}

function isUsed(node: Node, { stratum, arc }: TiedArc): boolean {
  return (node.strata[stratum]?.flow[arc] ?? 0) > 0;
}

function movedBy(strata: readonly Circulation[]): number {
  return strata.reduce((sum, { profit }) => sum + profit, 0);
}
