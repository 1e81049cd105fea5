import type pg from 'pg';

/**
 * One connection on which statements are sent without waiting for the answers to the previous ones (`pipeline` of `pg`). After an error a
 * new connection is opened.
 */
export class SharedConnection {
  readonly #pool: pg.Pool;
  readonly #unanswered = new Set<Promise<unknown>>();

  /** @param pool Pool of one connection, with `pipeline`. */
  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Number of statements that were sent and not answered yet. */
  get unanswered(): number {
    return this.#unanswered.size;
  }

  query(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const answer = this.#send(query).finally(() => this.#unanswered.delete(answer));
    this.#unanswered.add(answer);
    return answer;
  }

  /** Releases the connection before the answer, so that the next statement is sent on it meanwhile. */
  async #send(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const client = await this.#pool.connect();
    const answer = client.query(query);
    client.release();
    return answer;
  }

  /** Closes the connection after the last answer. */
  async end(): Promise<void> {
    await Promise.allSettled(this.#unanswered);
    await this.#pool.end();
  }
}
