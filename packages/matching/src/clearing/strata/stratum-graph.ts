import { compareNames, ranks } from '../../interner.ts';
import { arcRewards, groupsOf, joined, ranksOf } from './arc-values.ts';
import { type FixedRing, type NamedRing, takeOutFixed } from './named-rings.ts';
import type { OfferTable } from './offer-table.ts';
import { compareSets, type PlaceSet, setWithin } from './place-sets.ts';
import { type MergedRows, mergeRows } from './row-merging.ts';

/**
 * One stratum as a graph. Nodes 0 … placeCount-1 are the places that teachers are posted in, sorted by name; the nodes after them are sets
 * of accepted places. Arcs 0 … teacherArcCount-1 carry teachers from their place to the place or set they accept, sorted by tail, then
 * head; teachers with the same offer are one arc with a capacity. The arcs after them lead from a set to each of its places and carry any
 * number.
 *
 * Offers for places that no teacher leaves are not in the graph: they cannot move.
 */
export interface StratumGraph {
  name: string;
  /** Rows of the table in this stratum, and the distinct teachers among them. */
  offers: number;
  teachers: number;
  placeCount: number;
  nodeCount: number;
  teacherArcCount: number;
  arcCount: number;
  tail: Int32Array;
  head: Int32Array;
  capacity: Int32Array;
  /** Weight of each teacher arc in the objective; absent if all are 1. */
  weight?: Float64Array;
  /** Probability that a teacher of the arc goes through, NaN if not stated; absent if no offer states one. */
  probability?: Float64Array;
  /**
   * Ranks that each arc lies behind its teachers' best wish: for teacher arcs those of the best accepted place, for arcs out of sets those
   * that the place adds. Absent if no offer is ranked.
   */
  ranksBehind?: Int32Array;
  /** Number of the group of each teacher arc, else -1; absent if there are no groups. An arc of a group has one teacher. */
  group?: Int32Array;
  /** Rows of teacher arc a: rows[rowStart[a]] … rows[rowStart[a + 1] - 1], longest waiting first, then by name. */
  rowStart: Int32Array;
  rows: Int32Array;
  /** For each teacher arc the number of its tied teacher, who is alone on it, or -1. */
  tied: Int32Array;
}

/** All strata of a table, sorted by name, with the data to map arcs back to teachers. */
export interface World {
  table: OfferTable;
  merged: MergedRows;
  strata: readonly StratumGraph[];
  /** Rings that every plan contains; their teachers are not in the strata. */
  fixed: readonly FixedRing[];
}

/**
 * Splits the table into strata. The result does not depend on the order of rows.
 *
 * @param fixed Rings that every plan of this world contains, such as open proposals. Rings that the offers no longer allow are left out.
 */
export function worldOf(table: OfferTable, fixed: readonly NamedRing[] = []): World {
  const merged = mergeRows(table);
  const fixedRings = takeOutFixed(table, merged, fixed);
  const rowsOf = rowsByStratum(table);
  const placeRank = ranks(table.places.names);
  const order = Array.from(rowsOf.keys()).sort((a, b) =>
    compareNames(table.strata.names[a] ?? '', table.strata.names[b] ?? ''),
  );
  const builder = { table, merged, placeRank, nodeOfPlace: new Int32Array(placeRank.length).fill(-1) };
  const strata = order.map((stratum) => graphOf(builder, stratum, rowsOf[stratum] ?? new Int32Array(0)));
  return { table, merged, strata, fixed: fixedRings };
}

/** Returns the name of the teacher of a row of the table. */
export function teacherName(world: World, row: number): string {
  return world.table.teachers.names[world.table.teacherOf.at(row)] ?? '';
}

interface Builder {
  table: OfferTable;
  merged: MergedRows;
  placeRank: Int32Array;
  /** Node of each place in the current stratum, else -1: one array shared by all strata. */
  nodeOfPlace: Int32Array;
}

function rowsByStratum(table: OfferTable): Int32Array[] {
  const stratumOf = table.stratumOf.view();
  const count = new Int32Array(table.strata.names.length);
  for (const stratum of stratumOf) count[stratum]++;
  const rows = Array.from(count, (length) => new Int32Array(length));
  const filled = new Int32Array(count.length);
  stratumOf.forEach((stratum, row) => {
    const own = rows[stratum];
    if (own !== undefined) own[filled[stratum]++] = row;
  });
  return rows;
}

function graphOf(builder: Builder, stratum: number, all: Int32Array): StratumGraph {
  const { table, merged } = builder;
  const live = all.filter((row) => merged.live[row] === 1);
  const nodes = nodesOf(builder, live);
  const sorted = sortedRows(builder, nodes, live);
  const arcs = teacherArcs(builder, nodes, sorted);
  const firstRows = arcs.rowStart.slice(0, -1).map((start) => sorted[start]);
  const free = freeArcs(nodes);
  const capacityOfFree = new Int32Array(free.tail.length).fill(sorted.length);
  const teachers = new Set(all.map((row) => table.teacherOf.at(row))).size;
  for (const place of nodes.places) builder.nodeOfPlace[place] = -1;
  return {
    name: table.strata.names[stratum] ?? '',
    offers: all.length,
    teachers,
    placeCount: nodes.places.length,
    nodeCount: nodes.places.length + nodes.sets.length,
    teacherArcCount: arcs.tail.length,
    arcCount: arcs.tail.length + free.tail.length,
    tail: joined(arcs.tail, free.tail),
    head: joined(arcs.head, free.head),
    capacity: joined(arcs.capacity, capacityOfFree),
    rowStart: arcs.rowStart,
    rows: sorted,
    tied: arcs.tied,
    ...arcRewards(merged, firstRows),
    ...ranksOf(merged, firstRows, free.ranksBehind),
    ...groupsOf(table, firstRows),
  };
}

interface Nodes {
  /** Place numbers of the table, sorted by name. */
  places: Int32Array;
  nodeOfPlace: Int32Array;
  /** Places of each set node, as nodes in ascending order. */
  sets: readonly PlaceSet[];
  nodeOfGoal: ReadonlyMap<number, number>;
}

/** Creates a node for every place that teachers are posted in. Restricts sets to these places; a set of one place is that place. */
function nodesOf({ table, merged, placeRank, nodeOfPlace }: Builder, live: Int32Array): Nodes {
  const from = new Set(live.map((row) => table.fromOf.at(row)));
  const places = Int32Array.from(from).sort((a, b) => placeRank[a] - placeRank[b]);
  places.forEach((place, node) => {
    nodeOfPlace[place] = node;
  });
  const nodeOfGoal = new Map<number, number>();
  const setsByKey = new Map<string, PlaceSet & { goals: number[] }>();
  for (const goal of new Set(live.map((row) => merged.goal[row]))) {
    const set = setWithin(table, goal, nodeOfPlace);
    if (set.places.length === 1) nodeOfGoal.set(goal, set.places[0]);
    if (set.places.length < 2) continue;
    const key = `${set.places.join(' ')} by ${set.ranks?.join(' ') ?? ''}`;
    const existing = setsByKey.get(key);
    if (existing === undefined) setsByKey.set(key, { ...set, goals: [goal] });
    else existing.goals.push(goal);
  }
  const sets = Array.from(setsByKey.values()).sort(compareSets);
  sets.forEach((set, index) => {
    for (const goal of set.goals) nodeOfGoal.set(goal, places.length + index);
  });
  return { places, nodeOfPlace, sets, nodeOfGoal };
}

/**
 * Returns the rows that can move, sorted by tail, head, untied before tied, weight, probability, rank, longest waiting, then by the
 * teacher's name.
 */
function sortedRows({ table, merged }: Builder, nodes: Nodes, live: Int32Array): Int32Array {
  const able = live.filter((row) => nodes.nodeOfGoal.has(merged.goal[row]));
  const tailOf = (row: number) => nodes.nodeOfPlace[table.fromOf.at(row)];
  const headOf = (row: number) => nodes.nodeOfGoal.get(merged.goal[row]) ?? 0;
  const nodeCount = nodes.places.length + nodes.sets.length;
  const rows = sortedBy(sortedBy(able, headOf, nodeCount), tailOf, nodeCount);
  const compareRows = rowComparer(table, merged);
  for (let start = 0; start < rows.length; ) {
    const [tail, head] = [tailOf(rows[start]), headOf(rows[start])];
    let end = start + 1;
    while (end < rows.length && tailOf(rows[end]) === tail && headOf(rows[end]) === head) end++;
    if (end - start > 1)
      rows.subarray(start, end).set(Array.from(rows.subarray(start, end)).sort(compareRows));
    start = end;
  }
  return rows;
}

/** Sorts rows by a key from 0 to size-1; stable (counting sort). */
function sortedBy(rows: Int32Array, keyOf: (row: number) => number, size: number): Int32Array {
  const start = new Int32Array(size + 1);
  for (const row of rows) start[keyOf(row) + 1]++;
  for (let key = 0; key < size; key++) start[key + 1] += start[key];
  const sorted = new Int32Array(rows.length);
  for (const row of rows) sorted[start[keyOf(row)]++] = row;
  return sorted;
}

function rowComparer(table: OfferTable, merged: MergedRows): (first: number, second: number) => number {
  const since = (row: number) => merged.waitingSince.get(row) ?? table.waitingSince(row);
  const name = (row: number) => table.teachers.names[table.teacherOf.at(row)] ?? '';
  return (first, second) =>
    Math.sign(merged.tied[first] + 1) - Math.sign(merged.tied[second] + 1) ||
    merged.weight(second) - merged.weight(first) ||
    statedFirst(merged.probability(first), merged.probability(second)) ||
    merged.rank(first) - merged.rank(second) ||
    since(first) - since(second) ||
    compareNames(name(first), name(second));
}

/** Compares probabilities, highest first and not stated ones last. */
function statedFirst(first: number, second: number): number {
  if (Number.isNaN(first) || Number.isNaN(second))
    return Number(Number.isNaN(first)) - Number(Number.isNaN(second));
  return second - first;
}

interface TeacherArcs {
  tail: Int32Array;
  head: Int32Array;
  capacity: Int32Array;
  tied: Int32Array;
  rowStart: Int32Array;
}

function teacherArcs({ table, merged }: Builder, nodes: Nodes, rows: Int32Array): TeacherArcs {
  const tail = new Int32Array(rows.length);
  const head = new Int32Array(rows.length);
  const tied = new Int32Array(rows.length);
  const rowStart = new Int32Array(rows.length + 1);
  let count = 0;
  rows.forEach((row, index) => {
    const from = nodes.nodeOfPlace[table.fromOf.at(row)];
    const to = nodes.nodeOfGoal.get(merged.goal[row]) ?? 0;
    const last = count - 1;
    const isParallel = count > 0 && tail[last] === from && head[last] === to;
    if (isParallel && countsTheSame(table, merged, rows[index - 1], row)) return;
    tail[count] = from;
    head[count] = to;
    tied[count] = merged.tied[row];
    rowStart[count++] = index;
  });
  rowStart[count] = rows.length;
  const capacity = new Int32Array(count);
  for (let arc = 0; arc < count; arc++) capacity[arc] = rowStart[arc + 1] - rowStart[arc];
  return {
    tail: tail.slice(0, count),
    head: head.slice(0, count),
    capacity,
    tied: tied.slice(0, count),
    rowStart: rowStart.slice(0, count + 1),
  };
}

/** Returns true if a plan may interchange the two rows: neither is tied or in a group, and weight, probability and rank are equal. */
function countsTheSame(
  table: OfferTable,
  { tied, weight, probability, rank }: MergedRows,
  first: number,
  second: number,
): boolean {
  const isAlone = (row: number) => tied[row] >= 0 || table.group(row) >= 0;
  if (isAlone(first) || isAlone(second) || weight(first) !== weight(second)) return false;
  return rank(first) === rank(second) && Object.is(probability(first), probability(second));
}

interface FreeArcs {
  tail: Int32Array;
  head: Int32Array;
  ranksBehind: Int32Array;
}

function freeArcs({ places, sets }: Nodes): FreeArcs {
  const tail = sets.flatMap((set, index) => Array.from(set.places, () => places.length + index));
  const head = sets.flatMap((set) => Array.from(set.places));
  const ranks = sets.flatMap((set) => Array.from(set.places, (_, index) => set.ranks?.[index] ?? 0));
  return { tail: Int32Array.from(tail), head: Int32Array.from(head), ranksBehind: Int32Array.from(ranks) };
}
