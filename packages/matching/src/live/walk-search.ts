import { commonBits, hasBit } from './bit-matrix.ts';
import type { StratumRings } from './ring-graph.ts';

const NO_PLACES = new Uint32Array(0);
/** Number of places entered without a closed walk, after which the levels are computed again without the places on the walk. */
const BARREN = 48;
/** Cost of computing the levels, in entered places. */
const LOOK_UP_COST = 40;

/** Receives a walk over places; returning false stops the search. */
type Visit = (walk: readonly number[]) => boolean;

/**
 * Finds closed walks over distinct places from one place, the home, depth-first. Enters a place only if the home is reachable from it in
 * exactly the remaining steps. Walks without repeated places are hard to find in the worst case, so the number of entered places is
 * limited; beyond the limit walks may be missing.
 */
export class WalkSearch {
  readonly home: number;
  readonly #stratum: StratumRings;
  readonly #levels: readonly Uint32Array[];
  readonly #most: number;
  readonly #walk: number[] = [];
  #left: number;
  #closed = 0;

  /** @param most Maximum number of places entered until `refresh`. */
  constructor(stratum: StratumRings, home: number, longest: number, most: number) {
    this.home = home;
    this.#stratum = stratum;
    this.#levels = stratum.reaching(home, longest - 1);
    this.#most = most;
    this.#left = most;
  }

  /** Resets the limit of entered places. */
  refresh(): void {
    this.#left = this.#most;
  }

  /** Returns the number of steps of the shortest closed walk whose first step leads to one of the places. Always exact. */
  shortest(accepted: readonly string[], longest: number): number | undefined {
    const numbers = this.#numbers(accepted);
    for (let length = 2; length <= longest; length++) {
      const level = this.#levels[length - 1] ?? NO_PLACES;
      if (numbers.some((place) => hasBit(level, place))) return length;
    }
    return undefined;
  }

  /**
   * Visits every closed walk of `length` steps whose first step leads to one of the places. A walk is given as its places between, in
   * order.
   */
  forEach(accepted: readonly string[], length: number, visit: Visit): void {
    for (const place of this.#numbers(accepted)) {
      if (this.#left <= 0 || !hasBit(this.#levels[length - 1] ?? NO_PLACES, place)) continue;
      if (!this.#enter(place, length - 2, this.#levels, visit)) return;
    }
  }

  #numbers(places: readonly string[]): number[] {
    const known = places.flatMap((place) => this.#stratum.places.find(place) ?? []);
    return [...new Set(known)].filter((place) => place !== this.home && place < this.#stratum.outward.size);
  }

  #enter(place: number, steps: number, levels: readonly Uint32Array[], visit: Visit): boolean {
    this.#left--;
    this.#walk.push(place);
    const goesOn = steps === 0 ? this.#close(visit) : this.#goOn(place, steps, levels, visit);
    this.#walk.pop();
    return goesOn;
  }

  #close(visit: Visit): boolean {
    this.#closed++;
    return visit(this.#walk);
  }

  #goOn(place: number, steps: number, levels: readonly Uint32Array[], visit: Visit): boolean {
    const [leftBefore, closedBefore] = [this.#left, this.#closed];
    let known = levels;
    for (const next of commonBits(this.#stratum.outward.row(place), levels[steps] ?? NO_PLACES)) {
      if (this.#left <= 0) return false;
      if (this.#walk.includes(next) || !hasBit(known[steps] ?? NO_PLACES, next)) continue;
      if (!this.#enter(next, steps - 1, known, visit)) return false;
      const isBarren = this.#closed === closedBefore && leftBefore - this.#left > BARREN;
      if (!isBarren || known !== levels) continue;
      known = this.#stratum.reaching(this.home, steps, this.#walk);
      this.#left -= LOOK_UP_COST;
    }
    return true;
  }
}
