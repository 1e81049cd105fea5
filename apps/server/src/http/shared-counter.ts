import type pg from 'pg';

/** How much was counted under a key, and the milliseconds until its count begins anew. */
export interface Count {
  readonly points: number;
  readonly milliseconds: number;
}

/**
 * Counts points under keys for all server processes together, in PostgreSQL and by its clock: the clock of a server
 * process decides nothing. A count lasts its duration at most, also where the database's clock was set back.
 */
export class SharedCounter {
  readonly #pool: pg.Pool;
  readonly #prefix: string;
  readonly #milliseconds: number;

  /** @param seconds how long a count lasts, from its first point. */
  constructor(pool: pg.Pool, prefix: string, seconds: number) {
    this.#pool = pool;
    this.#prefix = prefix;
    this.#milliseconds = seconds * 1_000;
  }

  /** Adds points, or takes back what was added by a negative number. */
  async add(key: string, points: number): Promise<Count> {
    const { rows } = await this.#pool.query<Count>({
      name: 'rate-limit-add',
      text: `
        insert into rate_limits as counted (key, points, expires_at)
        values ($1, greatest($2::int, 0), clock_timestamp() + $3::float8 * interval '1 ms')
        on conflict (key) do update set
          points = case when counted.expires_at <= clock_timestamp() then excluded.points
            else greatest(counted.points + $2::int, 0) end,
          expires_at = case when counted.expires_at <= clock_timestamp() then excluded.expires_at
            else least(counted.expires_at, excluded.expires_at) end
        returning points, extract(epoch from expires_at - clock_timestamp())::float8 * 1000 as milliseconds`,
      values: [`${this.#prefix}:${key}`, points, this.#milliseconds],
    });
    return rows[0] ?? { points: 0, milliseconds: 0 };
  }

  /** What is counted now, without adding to it. */
  async read(key: string): Promise<Count> {
    const { rows } = await this.#pool.query<Count>({
      name: 'rate-limit-read',
      text: `
        select points, extract(epoch from expires_at - clock_timestamp())::float8 * 1000 as milliseconds
        from rate_limits where key = $1 and expires_at > clock_timestamp()`,
      values: [`${this.#prefix}:${key}`],
    });
    return rows[0] ?? { points: 0, milliseconds: 0 };
  }
}
