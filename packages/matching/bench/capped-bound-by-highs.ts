import { createRequire } from 'node:module';
import type { Offer } from '../src/offer.ts';

/** Loads the CommonJS form of the package, the only one that its types describe. */
const loadHighs: typeof import('highs').default = createRequire(import.meta.url)('highs');
const highs = await loadHighs();

const EPSILON = 1e-6;

/** One accepted place of one offer: an arc between two places that uses up its teacher. */
interface Step {
  teacher: number;
  tail: number;
  head: number;
}

/** Bounds on the teachers moved in one stratum by rings of at most `cap`. */
export interface CappedBound {
  /** Upper bound by the linear program; undefined when the time limit ended before it was proved. */
  atMost: number | undefined;
  /** Teachers moved by the best integer packing of the generated rings; undefined when the time limit ended. */
  atLeast: number | undefined;
}

/**
 * Returns both bounds by column generation (Gilmore and Gomory 1961): rings are columns, priced by the best walk of at most `cap` steps.
 */
export function cappedBoundByHighs(offers: readonly Offer[], cap: number, seconds: number): CappedBound {
  const { steps, places } = stepsOf(offers);
  const deadline = performance.now() + seconds * 1000;
  const model = highs.createModel();
  try {
    model.options.set({ output_flag: false });
    for (let row = 0; row < offers.length; row++)
      model.addRow(-highs.infinity, 1, { indices: [], values: [] });
    let prices = new Float64Array(offers.length);
    const seen = new Set<string>();
    let value = 0;
    for (;;) {
      const columns = bestRings(steps, places, prices, cap).filter((ring) => !seen.has(ring.join()));
      for (const ring of columns) {
        seen.add(ring.join());
        model.addCol(-ring.length, 0, highs.infinity, { indices: ring, values: ring.map(() => 1) });
      }
      if (columns.length === 0) break;
      if (performance.now() > deadline) return { atMost: undefined, atLeast: undefined };
      model.run();
      value = 0 - model.getObjectiveValue();
      prices = Float64Array.from(model.getSolution().rowDual, Math.abs);
    }
    if (seen.size === 0) return { atMost: 0, atLeast: 0 };
    for (let column = 0; column < seen.size; column++) model.changeColIntegrality(column, 1);
    model.options.set({ time_limit: seconds });
    model.run();
    return { atMost: Math.floor(value + EPSILON), atLeast: Math.round(0 - model.getObjectiveValue()) };
  } finally {
    model.dispose();
  }
}

function stepsOf(offers: readonly Offer[]): { steps: Step[]; places: number } {
  const numbers = new Map<string, number>();
  const number = (place: string) => {
    const known = numbers.get(place) ?? numbers.size;
    numbers.set(place, known);
    return known;
  };
  const steps = offers.flatMap(({ from, to }, teacher) =>
    [...new Set(to)].map((place): Step => ({ teacher, tail: number(from), head: number(place) })),
  );
  return { steps, places: numbers.size };
}

/** Returns for each place the ring of largest gain at these prices that passes through it and later places only, as sorted teachers. */
function bestRings(steps: readonly Step[], places: number, prices: Float64Array, cap: number): number[][] {
  const rings: number[][] = [];
  for (let home = 0; home < places; home++) {
    const able = steps.filter(({ tail, head }) => tail >= home && head >= home);
    for (const ring of cycles(bestWalk(able, places, home, prices, cap))) {
      const gain = ring.reduce((sum, { teacher }) => sum + 1 - (prices[teacher] ?? 0), 0);
      const teachers = [...new Set(ring.map(({ teacher }) => teacher))].sort((a, b) => a - b);
      if (gain > EPSILON && teachers.length === ring.length) rings.push(teachers);
    }
  }
  return [...new Map(rings.map((ring) => [ring.join(), ring])).values()];
}

/** Returns the closed walk of at most `cap` steps with the largest gain, by Bellman's recursion over the number of steps. */
function bestWalk(
  steps: readonly Step[],
  places: number,
  home: number,
  prices: Float64Array,
  cap: number,
): Step[] {
  let gain = new Float64Array(places).fill(Number.NEGATIVE_INFINITY);
  gain[home] = 0;
  const last: (Step | undefined)[][] = [];
  let [best, length] = [EPSILON, 0];
  for (let step = 1; step <= cap; step++) {
    const next = new Float64Array(places).fill(Number.NEGATIVE_INFINITY);
    const via: (Step | undefined)[] = [];
    for (const one of steps) {
      const reached = (gain[one.tail] ?? 0) + 1 - (prices[one.teacher] ?? 0);
      if (reached <= (next[one.head] ?? 0)) continue;
      next[one.head] = reached;
      via[one.head] = one;
    }
    last.push(via);
    if ((next[home] ?? 0) > best) [best, length] = [next[home] ?? 0, step];
    next[home] = Number.NEGATIVE_INFINITY;
    gain = next;
  }
  return walkBack(last, home, length);
}

/** Returns the walk of `length` steps that ends at `home`, first step first. */
function walkBack(last: readonly (readonly (Step | undefined)[])[], home: number, length: number): Step[] {
  const walk: Step[] = [];
  for (let place = home; walk.length < length; ) {
    const one = last[length - 1 - walk.length]?.[place];
    if (one === undefined) return [];
    walk.push(one);
    place = one.tail;
  }
  return walk.reverse();
}

/** Cuts the walk into rings through distinct places. */
function cycles(walk: readonly Step[]): Step[][] {
  const rings: Step[][] = [];
  const open: Step[] = [];
  for (const step of walk) {
    open.push(step);
    const start = open.findIndex(({ tail }) => tail === step.head);
    if (start >= 0) rings.push(open.splice(start));
  }
  return rings;
}
