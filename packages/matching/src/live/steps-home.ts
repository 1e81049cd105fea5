import { commonBits } from './bit-matrix.ts';
import type { GraphOffer, RingGraph } from './ring-graph.ts';

const NO_TEACHERS: ReadonlySet<string> = new Set();

/**
 * Returns for every place within the allowed ring length the smallest number of other teachers who lead from there to the offer's own
 * place. A wish for the place closes a ring of that number plus one. Exact: one breadth-first search backwards over the stratum, whose
 * shortest paths visit no place twice, so their teachers are distinct.
 *
 * @param without Teachers to exclude from these rings.
 */
export function distancesToHome(
  graph: RingGraph,
  { stratum: name, from, teacher }: Pick<GraphOffer, 'stratum' | 'from' | 'teacher'>,
  without: ReadonlySet<string> = NO_TEACHERS,
): Map<string, number> {
  const stratum = graph.stratum(name);
  const home = stratum?.places.find(from);
  const steps = new Map<string, number>();
  if (stratum === undefined || home === undefined) return steps;
  const isOpen = (start: number, end: number) =>
    stratum.movers(start, end).some((mover) => mover.teacher !== teacher && !without.has(mover.teacher));
  const fresh = new Uint32Array(stratum.inward.words).fill(0xffff_ffff);
  const reach = (place: number) => {
    fresh[place >>> 5] &= ~(1 << (place & 31));
  };
  reach(home);
  let latest = [home];
  for (let step = 1; step < graph.longest && latest.length > 0; step++) {
    const next: number[] = [];
    for (const place of latest) {
      const starts = commonBits(stratum.inward.row(place), fresh).filter((start) => isOpen(start, place));
      for (const start of starts) {
        reach(start);
        steps.set(stratum.places.names[start] ?? '', step);
        next.push(start);
      }
    }
    latest = next;
  }
  return steps;
}
