import { CompiledQuery, type Kysely } from 'kysely';
import type { LRUCache } from 'lru-cache';
import { executePrepared } from './database/postgres-dialect.ts';
import type { Database } from './database/tables.ts';

/** Points of one key, counted by this process or read from the shared counter. */
interface Window {
  points: number;
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

/** Points of a key, and milliseconds until its window ends. */
export interface Count {
  points: number;
  milliseconds: number;
}

const adding = `
  insert into rate_limits as counted (key, points, expires_at)
  values ($1, greatest($2::int, 0), clock_timestamp() + $3::float8 * interval '1 ms')
  on conflict (key) do update set
    points = case when counted.expires_at <= clock_timestamp() then excluded.points
      else greatest(counted.points + $2::int, 0) end,
    expires_at = case when counted.expires_at <= clock_timestamp() then excluded.expires_at
      else least(counted.expires_at, excluded.expires_at) end
  returning points, extract(epoch from expires_at - clock_timestamp())::float8 * 1000 as milliseconds`;

const reading = `
  select points, extract(epoch from expires_at - clock_timestamp())::float8 * 1000 as milliseconds
  from rate_limits where key = $1 and expires_at > clock_timestamp()`;

/**
 * Counts points by key in PostgreSQL, for all server processes, with the database's clock; the clocks of the processes have no effect. A
 * window never exceeds its duration, even if the database's clock is set back.
 */
export class SharedCounter {
  readonly #db: Kysely<Database>;
  readonly #prefix: string;
  readonly #milliseconds: number;

  /** @param seconds Duration of a window, from its first point on. */
  constructor(db: Kysely<Database>, prefix: string, seconds: number) {
    this.#db = db;
    this.#prefix = prefix;
    this.#milliseconds = seconds * 1_000;
  }

  /** Adds points to a key. A negative number reverts earlier points. */
  async add(key: string, points: number): Promise<Count> {
    const values = [`${this.#prefix}:${key}`, points, this.#milliseconds];
    const [count] = await executePrepared<Count>(
      this.#db,
      'add to counter',
      CompiledQuery.raw(adding, values),
    );
    return count ?? { points: 0, milliseconds: 0 };
  }

  /** Returns the current count of a key without adding to it. */
  async read(key: string): Promise<Count> {
    const [count] = await executePrepared<Count>(
      this.#db,
      'read counter',
      CompiledQuery.raw(reading, [`${this.#prefix}:${key}`]),
    );
    return count ?? { points: 0, milliseconds: 0 };
  }
}
