import pg from 'pg';

/** Connection outside any pool. The next query reconnects after the connection broke. */
export class LastingConnection {
  readonly #options: pg.ClientConfig;
  readonly #onBreak: () => void;
  #client: pg.Client | undefined;
  #isClosed = false;

  /**
   * @param options Options with timeouts for connecting and for queries.
   * @param onBreak Called when an established connection is lost, even if no query is running.
   */
  constructor(options: pg.ClientConfig, onBreak: () => void = () => {}) {
    this.#options = options;
    this.#onBreak = onBreak;
  }

  /** Runs a query and returns its first row. @throws after the timeout, which closes the connection. */
  ask<Row extends pg.QueryResultRow>(question: string): Promise<Row | undefined> {
    return this.use(async (client) => (await client.query<Row>(question)).rows[0]);
  }

  /** Runs work on the connection. @throws the error of the work, which closes the connection. */
  async use<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = this.#client ?? (await this.#connect());
    try {
      return await work(client);
    } catch (error) {
      this.#drop(client);
      throw error;
    }
  }

  /** Closes the connection, even during a query. */
  close(): void {
    this.#isClosed = true;
    if (this.#client) this.#drop(this.#client);
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#options);
    client.on('error', () => this.#drop(client));
    client.on('end', () => this.#drop(client));
    await client.connect();
    if (this.#isClosed) void client.end();
    else this.#client = client;
    return client;
  }

  #drop(client: pg.Client): void {
    client.end().catch(() => {});
    if (this.#client !== client) return;
    this.#client = undefined;
    if (!this.#isClosed) this.#onBreak();
  }
}
