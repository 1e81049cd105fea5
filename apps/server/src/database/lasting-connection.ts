import pg from 'pg';

/** One connection apart from any pool, that is made anew when it breaks. */
export class LastingConnection {
  readonly #options: pg.ClientConfig;
  readonly #onBreak: () => void;
  #client: pg.Client | undefined;
  #isClosed = false;

  /**
   * @param options With the timeouts of connecting and of an answer.
   * @param onBreak Called when a connection that stood is lost, also between queries.
   */
  constructor(options: pg.ClientConfig, onBreak: () => void = () => {}) {
    this.#options = options;
    this.#onBreak = onBreak;
  }

  /** The first row of the answer. @throws when there is none in time; the connection ends with it. */
  ask<Row extends pg.QueryResultRow>(question: string): Promise<Row | undefined> {
    return this.use(async (client) => (await client.query<Row>(question)).rows[0]);
  }

  /** Works with the connection. @throws what the work throws; the connection ends with it. */
  async use<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = this.#client ?? (await this.#connect());
    try {
      return await work(client);
    } catch (error) {
      this.#drop(client);
      throw error;
    }
  }

  /** Ends it, also in the midst of a question. */
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
