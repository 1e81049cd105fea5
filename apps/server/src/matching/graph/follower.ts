import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import type pg from 'pg';
import { LastingConnection } from '../../platform/database/lasting-connection.ts';
import { withoutTimeout } from '../../platform/database/open-database.ts';
import { AppError } from '../../platform/errors.ts';
import { readRulesBy } from '../../platform/rules.ts';
import { readAllOffers } from './load-offers.ts';
import { disposeIndexes, followChanges, type OffersAt } from './offer-changes.ts';

/** Age in seconds from which changes may be missing after a load, which takes seconds for much data; they are then read at once. */
const OLDEST_SECONDS = 1;
/**
 * Age in seconds from which the indexes are not used. A single failed read must not reach it: reads fail in all processes at the same time,
 * and a load balancer would have no server left.
 */
const LOST_SECONDS = 10;
/** State of the live graph, for metrics. */
export interface LiveState {
  offers: number;
  /** Number of requests in the list. */
  listed: number;
  /** Seconds since the last successful read. */
  age: number;
}

/** Reads changes on a connection of its own, one read at a time, and all offers on a second connection. */
export class Follower {
  /** True while current offers are being replaced: all offers are read again, then the changes since. */
  isReplacing = false;
  readonly #connection: LastingConnection;
  readonly #loadOptions: pg.ClientConfig;
  readonly #now: () => Date;
  #offers: OffersAt | undefined;
  #current: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #isClosed = false;
  #currentAt = performance.now();
  #load: LastingConnection | undefined;
  #isFailing = false;
  #loads = 0;
  /** Connection of the last read, and id of the database instance that it led to. */
  #client: pg.Client | undefined;
  #instance = '';
  /** True from a change of the instance until everything has been read from the new instance. */
  #isOfOtherInstance = false;

  constructor(connection: pg.ClientConfig, now: () => Date) {
    const named = { ...connection, application_name: `offers of ${process.pid}` };
    this.#connection = new LastingConnection(named);
    this.#loadOptions = { ...named, ...withoutTimeout };
    this.#now = now;
  }

  get offers(): OffersAt | undefined {
    return this.#offers;
  }

  /** False during the first load, and if changes could not be read for `LOST_SECONDS`. */
  get isReady(): boolean {
    return this.#offers !== undefined && (this.isReplacing || this.#age() < LOST_SECONDS);
  }

  /** Changes with every change of the list; undefined while changes are not read, because reads fail or all offers are being loaded. */
  get version(): string | undefined {
    if (this.#offers === undefined || this.#isFailing || this.isReplacing) return undefined;
    return `${this.#loads} ${this.#offers.list.version}`;
  }

  state(): LiveState {
    const { graph, list } = this.#offers ?? {};
    return { offers: graph?.size ?? 0, listed: list?.size ?? 0, age: this.#age() };
  }

  indexBytes(): number {
    const { list, matches } = this.#offers ?? {};
    return (list?.bytes() ?? 0) + (matches?.bytes() ?? 0);
  }

  #age(): number {
    return (performance.now() - this.#currentAt) / 1_000;
  }

  /** Starts a read after this call. All calls during a running read share the next one. */
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

  /** Aborts a running read, which could take minutes, by closing its connections. Then disposes the indexes. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#connection.close();
    this.#load?.close();
    await (this.#next ?? this.#current).catch(() => {});
    disposeIndexes(this.#offers);
    this.#offers = undefined;
  }

  async #read(): Promise<void> {
    if (this.#isClosed) throw new AppError('unavailable');
    let isFailing = true;
    try {
      await this.#connection.use((client) => this.#readBy(client));
      if (this.#isOfOtherInstance) await this.#readInstance();
      // Loading much data takes seconds. Reads the changes since the start of the load, so that the new offers are current.
      if (this.#age() > OLDEST_SECONDS) await this.#connection.use((client) => this.#readBy(client));
      isFailing = false;
    } finally {
      [this.#isFailing, this.isReplacing] = [isFailing, false];
    }
  }

  /**
   * Reads everything again after PostgreSQL restarted or a standby took over. Until then the indexes are used, with the changes that can
   * still be read. A crash may lose transactions that the last snapshot saw as ended, because a rollback does not wait until its log record
   * is written. PostgreSQL then assigns their ids again, and the snapshot would hide the changes of the new transactions. If yet another
   * instance takes over during this read, the next read reads everything again.
   */
  async #readInstance(): Promise<void> {
    [this.#isFailing, this.#isOfOtherInstance] = [false, false];
    try {
      await this.#connection.use((client) => this.#readBy(client, true));
    } catch (error) {
      this.#isOfOtherInstance = true;
      throw error;
    }
  }

  async #readBy(client: pg.Client, isWhole = false): Promise<void> {
    const startedAt = performance.now();
    const instance = client === this.#client ? this.#instance : await readDatabaseInstance(client);
    const before = this.#offers;
    const rules = await readRulesBy(client, this.#now());
    this.#offers = isWhole ? await this.#readAll(rules) : await this.#bringUp(client, rules);
    if (before?.list !== this.#offers.list) disposeIndexes(before);
    this.#currentAt = startedAt;
    if (before !== undefined && instance !== this.#instance) this.#isOfOtherInstance = true;
    [this.#client, this.#instance] = [client, instance];
  }

  async #bringUp(client: pg.Client, rules: Rules): Promise<OffersAt> {
    const followed = this.#offers && (await followChanges(client, this.#offers, rules));
    return followed ?? this.#readAll(rules);
  }

  async #readAll(rules: Rules): Promise<OffersAt> {
    this.isReplacing = this.#offers !== undefined;
    this.#loads += 1;
    this.#load = new LastingConnection(this.#loadOptions);
    try {
      return await this.#load.use((client) => readAllOffers(client, rules));
    } finally {
      this.#load.close();
    }
  }
}

/**
 * Returns a text that identifies this run of this database. The text changes when PostgreSQL restarts, a standby is promoted, or the tables
 * are restored from a dump, because transaction ids may then refer to other transactions.
 */
async function readDatabaseInstance(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ instance: string }>(
    `select concat_ws(' ', extract(epoch from pg_postmaster_start_time()), 'offer_changes'::regclass::oid) as instance`,
  );
  return rows[0]?.instance ?? '';
}
