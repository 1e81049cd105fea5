import type { LRUCache } from 'lru-cache';
import type { Count, SharedCounter } from './shared-counter.ts';

/** Points of one key, counted by this process or read from the shared counter. */
export interface Window {
  readonly points: number;
}

/** Windows of all batched budgets. Evicts the least recently used key. */
export type Windows = LRUCache<string, Window>;

const POINTS_PER_BATCH = 25;

/** Counts points in the process and adds them to the shared counter in batches, so that most calls write nothing. */
export class BatchedCounter {
  readonly #shared: SharedCounter;
  readonly #windows: Windows;
  readonly #name: string;
  readonly #milliseconds: number;

  constructor(shared: SharedCounter, windows: Windows, { name, seconds }: { name: string; seconds: number }) {
    this.#shared = shared;
    this.#windows = windows;
    this.#name = name;
    this.#milliseconds = seconds * 1_000;
  }

  /**
   * Adds points to the key.
   *
   * @param amount Amount of the budget. Once the count exceeds it, no points are added to the shared counter.
   */
  async add(key: string, points: number, amount: number): Promise<Count> {
    const counted = this.#addHere(key, points);
    const isDue = points > 0 && counted.points <= amount && counted.points % POINTS_PER_BATCH < points;
    return isDue ? this.#share(key, counted, amount) : counted;
  }

  /** Returns this process's count without adding to it. */
  async read(key: string): Promise<Count> {
    return this.#addHere(key, 0);
  }

  #addHere(key: string, points: number): Count {
    const name = `${this.#name}:${key}`;
    const before = this.#windows.get(name);
    const total = Math.max(0, (before?.points ?? 0) + points);
    const milliseconds = before === undefined ? this.#milliseconds : this.#windows.getRemainingTTL(name);
    this.#windows.set(name, { points: total }, { ttl: Math.max(1, milliseconds) });
    return { points: total, milliseconds };
  }

  async #share(key: string, counted: Count, amount: number): Promise<Count> {
    // If the database is unreachable, this process counts alone, so that pages without data are still served.
    const total = await this.#shared.add(key, POINTS_PER_BATCH).catch(() => undefined);
    if (total === undefined || total.points <= counted.points) return counted;
    // From now on the count includes points of other processes. A count beyond the budget applies until the shared window ends.
    const milliseconds = total.points > amount ? total.milliseconds : counted.milliseconds;
    // Includes points that were counted in the meantime.
    const points = Math.max(total.points, this.#addHere(key, 0).points);
    this.#windows.set(`${this.#name}:${key}`, { points }, { ttl: Math.max(1, milliseconds) });
    return { points: total.points, milliseconds };
  }
}
