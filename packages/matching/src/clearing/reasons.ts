import { type PlanReason, planReasons } from '@mutual-transfer/domain/matching/plan';
import { ranks } from '../interner.ts';
import type { PackedStratum } from './packing/pack-stratum.ts';
import { arcsBetween } from './packing/ring-packing.ts';
import type { StratumGraph, World } from './strata/stratum-graph.ts';

/** Reason why one teacher is moved or not. */
export interface TeacherReason {
  teacher: string;
  code: PlanReason;
}

/**
 * Returns the reason for every teacher of the table, sorted by name.
 *
 * @param movedRows Rows that move in rings of the plan or in fixed rings.
 */
export function reasonsByTeacher(
  world: World,
  strata: readonly PackedStratum[],
  movedRows: readonly number[],
): TeacherReason[] {
  const { table, fixed } = world;
  const names = table.teachers.names;
  const best = new Uint8Array(names.length).fill(planReasons.indexOf('noTeacherThere'));
  const note = (row: number, code: PlanReason) => {
    const teacher = table.teacherOf.at(row);
    best[teacher] = Math.min(best[teacher], planReasons.indexOf(code));
  };
  for (const stratum of strata) {
    const arcReason = new ArcReasons(stratum);
    const { teacherArcCount, rowStart, rows } = stratum.graph;
    for (let arc = 0; arc < teacherArcCount; arc++) {
      const code = arcReason.of(arc);
      for (let at = rowStart[arc]; at < rowStart[arc + 1]; at++) note(rows[at], code);
    }
  }
  for (const row of movedRows) note(row, 'moved');
  for (const { rows } of fixed) for (const row of rows) best[table.teacherOf.at(row)] = 1;
  const order = ranks(names);
  const reasons: TeacherReason[] = Array.from(names, () => ({ teacher: '', code: 'moved' }));
  names.forEach((teacher, number) => {
    reasons[order[number]] = { teacher, code: planReasons[best[number]] ?? 'noRing' };
  });
  return reasons;
}

/** Finds the reason why the teachers of an arc are not moved. */
class ArcReasons {
  readonly #stratum: PackedStratum;
  readonly #hasArrivals: Uint8Array;

  constructor(stratum: PackedStratum) {
    this.#stratum = stratum;
    this.#hasArrivals = new Uint8Array(stratum.graph.nodeCount);
    for (const node of stratum.graph.head) this.#hasArrivals[node] = 1;
  }

  of(arc: number): PlanReason {
    const { graph, capacity, prices } = this.#stratum;
    if (this.#hasArrivals[graph.tail[arc]] === 0) return 'noTeacherComes';
    if ((graph.group?.[arc] ?? -1) >= 0) return 'partner';
    if (capacity[arc] === 0) return graph.tied[arc] >= 0 ? 'notChosen' : 'noRing';
    if (this.#isWishUsed(graph, arc)) return 'othersFirst';
    return prices.reducedCost[arc] > 0 ? 'fewerMoves' : 'notChosen';
  }

  #isWishUsed(graph: StratumGraph, arc: number): boolean {
    const { capacity, packing } = this.#stratum;
    return arcsBetween(graph, graph.tail[arc], graph.head[arc]).some(
      (same) => packing.open.room[same] < capacity[same],
    );
  }
}
