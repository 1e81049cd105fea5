import { CompiledQuery, type Kysely } from 'kysely';
import { databaseTime, deleteOldRows } from '../database/delete-old-rows.ts';
import { executePrepared } from '../database/postgres-dialect.ts';
import type { Database } from '../database/tables.ts';

/** Points of a key, and milliseconds until its window ends. */
export interface Count {
  readonly points: number;
  readonly milliseconds: number;
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

/** Deletes the counts whose window has ended, by the database's clock. */
export function deleteExpiredCounts(db: Kysely<Database>): Promise<void> {
  return deleteOldRows(db, 'rate_limits', 'expires_at', databaseTime);
}
