import { isDeepStrictEqual } from 'node:util';
import type { Rules } from '@mutual-transfer/domain/policy-rules';
import pg from 'pg';
import { AppError } from '../errors.ts';
import { readRulesBy } from '../rules/read-rules.ts';
import { followChanges, type OffersAt, type RuledGraph, readAllOffers } from './offer-changes.ts';

/** How often a server asks what changed: well within the two seconds in which every server is to know. */
const POLL_INTERVAL = 500;
/** How long a call waits for the first load before it is told to come again. */
const LOAD_TIMEOUT_MS = 3_000;
const RETRY_AFTER_SECONDS = 2;

interface LiveGraphOptions {
  /** How to reach the database. */
  readonly connection: pg.ClientConfig;
  readonly now: () => Date;
  /** Told when following begins to fail, not at each try. */
  readonly onError: (error: unknown) => void;
}

/** The offers of all active requests in the memory of this process. */
export interface LiveGraph {
  /** @throws {AppError} `unavailable` when the first load takes long. */
  readonly loaded: () => Promise<RuledGraph>;
  /** The graph with all that was committed before the call. */
  readonly caughtUp: () => Promise<RuledGraph>;
  /** How many offers it holds, and the seconds since it was last known to be current. */
  readonly state: () => { offers: number; age: number };
  readonly close: () => Promise<void>;
}

/**
 * Loads the graph and keeps it current until closed, on a connection of its own that is made anew when it breaks. It
 * asks twice a second, one look at an index, and listens to no notifications: those would queue up all who commit at one lock,
 * need a session of their own behind a connection pooler, and asking would be needed beside them anyway.
 */
export function followOffers({ connection, now, onError }: LiveGraphOptions): LiveGraph {
  const follower = new Follower(connection, now);
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let isFailing = false;

  const poll = async () => {
    try {
      await follower.catchUp();
      isFailing = false;
    } catch (error) {
      if (!isFailing && !isClosed) onError(error);
      isFailing = true;
    }
    if (!isClosed) timer = setTimeout(poll, POLL_INTERVAL);
  };
  const polling = poll();
  const caughtUp = async () => {
    await follower.catchUp();
    return follower.offers ?? (await stillLoading());
  };
  return {
    loaded: async () => follower.offers ?? Promise.race([caughtUp(), loadTimeout().then(stillLoading)]),
    caughtUp,
    state: () => follower.state(),
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await follower.close();
      await polling;
      clearTimeout(timer);
    },
  };
}

/** Reads one thing after the other on its one connection. */
class Follower {
  readonly #connection: pg.ClientConfig;
  readonly #now: () => Date;
  #client: pg.Client | undefined;
  #offers: OffersAt | undefined;
  #current: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #isClosed = false;
  #currentAt = performance.now();

  constructor(connection: pg.ClientConfig, now: () => Date) {
    this.#connection = connection;
    this.#now = now;
  }

  get offers(): RuledGraph | undefined {
    return this.#offers;
  }

  state(): { offers: number; age: number } {
    return { offers: this.#offers?.graph.size ?? 0, age: (performance.now() - this.#currentAt) / 1_000 };
  }

  /** Starts a reading after the call; those who ask while another one runs share the next. */
  catchUp(): Promise<void> {
    this.#next ??= this.#current
      .catch(() => {})
      .then(() => {
        this.#current = this.#next ?? this.#current;
        this.#next = undefined;
        return this.#read();
      });
    return this.#next;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await (this.#next ?? this.#current).catch(() => {});
    await this.#client?.end().catch(() => {});
  }

  async #read(): Promise<void> {
    if (this.#isClosed) throw new AppError('unavailable');
    const client = this.#client ?? (await this.#connect());
    const startedAt = performance.now();
    try {
      this.#offers = await this.#bringUp(client, await readRulesBy(client, this.#now()));
      this.#currentAt = startedAt;
    } catch (error) {
      this.#client = undefined;
      client.end().catch(() => {});
      throw error;
    }
  }

  /** By other rules others share a stratum: then all is read anew. */
  async #bringUp(client: pg.Client, rules: Rules): Promise<OffersAt> {
    const isSame = this.#offers && isDeepStrictEqual(this.#offers.rules, rules);
    const known = isSame ? await followChanges(client, this.#offers as OffersAt) : undefined;
    return known ?? readAllOffers(client, rules);
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#connection);
    // One that is cut while nothing is read is replaced before the next reading.
    client.on('error', () => {
      if (this.#client === client) this.#client = undefined;
    });
    await client.connect();
    this.#client = client;
    await client.query(`set application_name = 'offers of ${process.pid}'`);
    return client;
  }
}

function loadTimeout(): Promise<void> {
  return new Promise((over) => setTimeout(over, LOAD_TIMEOUT_MS).unref());
}

function stillLoading(): Promise<never> {
  const cause = new Error('the offers are still being read');
  throw new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });
}
