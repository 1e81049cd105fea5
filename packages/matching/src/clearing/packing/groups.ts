import { randomFrom } from '../../random.ts';
import { arcsOfGroups, type GroupArc, namedOrder, teachersOfGroups } from '../bounds/group-choice.ts';
import type { StratumGraph, World } from '../strata/stratum-graph.ts';
import { improve } from './neighbourhood-search.ts';
import type { PackedStratum } from './pack-stratum.ts';
import { type ArcRing, topUp } from './ring-packing.ts';
import { ANY_COST, RingSearch } from './ring-search.ts';

const SEED = 20_250_626;
/** Maximum number of exchanges tried to bring a teacher of a group into a ring. */
const TRIES = 24;
/** Arcs scanned by the exchange search that follows, per stratum with groups. */
const EFFORT = 2_000_000;

/**
 * Makes every group move together or not at all. A group with only some teachers moved is either completed by exchanges or its rings are
 * replaced by others, whichever leaves the better plan. A heuristic; the bounds ignore groups.
 */
export function moveGroupsTogether(world: World, strata: readonly PackedStratum[]): void {
  const { names } = world.table.groups;
  if (names.length === 0) return;
  const arcsOf = arcsOfGroups(world);
  const teachersOf = teachersOfGroups(world);
  const repair = new GroupRepair(strata);
  const pending = namedOrder(names);
  for (let group = pending.shift(); group !== undefined; group = pending.shift()) {
    pending.push(...repair.completeOrRemove([...(teachersOf[group] ?? [])], arcsOf[group] ?? []));
  }
  for (const { graph, packing, prices, preference, lockedArcs } of strata) {
    if (graph.group !== undefined) improve(packing, prices, preference, { effort: EFFORT, lockedArcs });
  }
}

class GroupRepair {
  readonly #strata: readonly PackedStratum[];
  readonly #random = randomFrom(SEED);

  constructor(strata: readonly PackedStratum[]) {
    this.#strata = strata;
  }

  /**
   * Completes the group or removes it from the plan.
   *
   * @returns groups that were complete and lost a ring, to be processed again.
   */
  completeOrRemove(teachers: readonly number[], arcs: readonly GroupArc[]): number[] {
    const movesBy = (teacher: number) => arcs.find((at) => at.teacher === teacher && this.#isUsed(at));
    const missing = teachers.filter((teacher) => movesBy(teacher) === undefined);
    const used = arcs.filter((at) => this.#isUsed(at));
    if (missing.length === 0) this.#lock(used);
    else if (used.length === 0) this.#forbidAll(arcs);
    else return this.#completeOrForbid(arcs, used, missing);
    return [];
  }

  #completeOrForbid(
    arcs: readonly GroupArc[],
    used: readonly GroupArc[],
    missing: readonly number[],
  ): number[] {
    const before = this.#snapshot(arcs);
    const completed = this.#complete(missing, arcs, used);
    const complete = completed === undefined ? Number.NEGATIVE_INFINITY : this.#score(before);
    const afterComplete = this.#snapshot(arcs);
    this.#restore(before);
    const broken = this.#forbidAll(arcs);
    if (this.#score(before) > complete || completed === undefined) return this.#unlock(broken);
    this.#allowAll(arcs);
    this.#restore(afterComplete);
    this.#lock(completed);
    return [];
  }

  /**
   * Unlocks the arcs.
   *
   * @returns their groups.
   */
  #unlock(broken: readonly GroupArc[]): number[] {
    const groups = broken.map(({ stratum, arc }) => {
      this.#strata[stratum]?.lockedArcs.delete(arc);
      return this.#strata[stratum]?.graph.group?.[arc] ?? -1;
    });
    return [...new Set(groups)];
  }

  #isUsed({ stratum, arc }: GroupArc): boolean {
    return (this.#strata[stratum]?.packing.rings ?? []).some((ring) => ring.includes(arc));
  }

  #lock(arcs: readonly GroupArc[]): void {
    for (const { stratum, arc } of arcs) this.#strata[stratum]?.lockedArcs.add(arc);
  }

  #snapshot(arcs: readonly GroupArc[]): Map<number, readonly ArcRing[]> {
    return new Map(arcs.map(({ stratum }) => [stratum, [...(this.#strata[stratum]?.packing.rings ?? [])]]));
  }

  #restore(snapshot: ReadonlyMap<number, readonly ArcRing[]>): void {
    for (const [stratum, rings] of snapshot) this.#strata[stratum]?.packing.replace(rings);
  }

  #score(snapshot: ReadonlyMap<number, unknown>): number {
    return [...snapshot.keys()].reduce((sum, index) => {
      const stratum = this.#strata[index];
      return stratum === undefined ? sum : sum + stratum.preference.score(stratum.packing.rings);
    }, 0);
  }

  /**
   * Brings one arc of each missing teacher into a ring.
   *
   * @returns all arcs used by the group, or undefined if a teacher finds no ring.
   */
  #complete(
    missing: readonly number[],
    arcs: readonly GroupArc[],
    used: readonly GroupArc[],
  ): GroupArc[] | undefined {
    const held = [...used];
    for (const teacher of missing) {
      const own = arcs.filter((at) => at.teacher === teacher);
      const found = own.find((at) => this.#force(at, held));
      if (found === undefined) return undefined;
      held.push(found);
    }
    return held;
  }

  /** Brings an arc into a ring, by exchanges if no ring is free: takes the best of `TRIES` attempts. */
  #force({ stratum: index, arc }: GroupArc, held: readonly GroupArc[]): boolean {
    const stratum = this.#strata[index];
    if (stratum === undefined || stratum.capacity[arc] === 0) return false;
    const { packing, prices, preference, lockedArcs } = stratum;
    const isHeld = (ring: ArcRing) =>
      ring.some((at) => lockedArcs.has(at) || held.some((own) => own.stratum === index && own.arc === at));
    const search = new RingSearch(packing.open, prices);
    const start = [...packing.rings];
    let best: readonly ArcRing[] | undefined;
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const removed = attempt === 0 ? [] : this.#ringsBeside(stratum, arc, isHeld);
      packing.replace(start.filter((ring) => !removed.includes(ring)));
      const ring = search.through(arc, preference.objective.longest, ANY_COST);
      if (ring === undefined) continue;
      packing.add(ring);
      this.#fill(stratum, removed);
      if (best === undefined || preference.compare(packing.rings, best) > 0) best = [...packing.rings];
      if (attempt === 0) break;
    }
    packing.replace(best ?? start);
    return best !== undefined;
  }

  /** Picks one or two removable rings through places of the arc. */
  #ringsBeside(
    { graph, packing }: PackedStratum,
    arc: number,
    isHeld: (ring: ArcRing) => boolean,
  ): ArcRing[] {
    const places = new Set([graph.tail[arc], ...placesOf(graph, graph.head[arc])]);
    const free = packing.rings.filter((ring) => !isHeld(ring));
    const beside = free.filter((ring) => ring.some((at) => places.has(graph.tail[at])));
    const pick = (from: readonly ArcRing[]) => from[Math.floor(this.#random() * from.length)];
    const first = pick(beside);
    if (first === undefined) return [];
    const around = new Set(first.map((at) => graph.tail[at]));
    const second = pick(
      free.filter((ring) => ring !== first && ring.some((at) => around.has(graph.tail[at]))),
    );
    return second === undefined || this.#random() < 0.5 ? [first] : [first, second];
  }

  /** Adds rings through the arcs of removed rings. */
  #fill({ graph, packing, prices, preference }: PackedStratum, removed: readonly ArcRing[]): void {
    const anchors = removed.flat().filter((arc) => arc < graph.teacherArcCount);
    topUp(packing, prices, { anchors, longest: preference.objective.longest, costliest: ANY_COST });
  }

  /**
   * Closes the arcs and fills the places that their rings leave.
   *
   * @returns locked arcs of other groups that lost their ring.
   */
  #forbidAll(arcs: readonly GroupArc[]): GroupArc[] {
    return arcs.flatMap(({ stratum: index, arc, teacher }) => {
      const stratum = this.#strata[index];
      if (stratum === undefined || stratum.capacity[arc] === 0) return [];
      const { packing, lockedArcs } = stratum;
      const ring = packing.rings.find((one) => one.includes(arc));
      if (ring !== undefined) packing.replace(packing.rings.filter((one) => one !== ring));
      if (packing.open.room[arc] > 0) packing.open.take(arc);
      if (ring === undefined) return [];
      this.#fill(stratum, [ring]);
      const others = ring.filter((at) => at !== arc && lockedArcs.has(at));
      return others.map((at) => ({ stratum: index, arc: at, teacher }));
    });
  }

  #allowAll(arcs: readonly GroupArc[]): void {
    for (const { stratum: index, arc } of arcs) {
      const stratum = this.#strata[index];
      if (stratum !== undefined && stratum.capacity[arc] > 0) stratum.packing.open.give(arc);
    }
  }
}

function placesOf(
  { tail, head, placeCount, teacherArcCount, arcCount }: StratumGraph,
  node: number,
): number[] {
  if (node < placeCount) return [node];
  const places: number[] = [];
  for (let arc = teacherArcCount; arc < arcCount; arc++) if (tail[arc] === node) places.push(head[arc]);
  return places;
}
