import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import type pg from 'pg';
import { readDatabaseInstance } from '../database/database-instance.ts';
import { LastingConnection } from '../database/lasting-connection.ts';
import { type LogPosition, readPosition } from '../database/log-position.ts';
import { withoutTimeout } from '../database/open-database.ts';
import type { Reader } from '../database/read-database.ts';
import { AppError } from '../errors.ts';
import { readRulesBy } from '../rules/rules.queries.ts';
import { ChangedKeys, type FollowedChanges } from './changed-keys.ts';
import type { LivePosition } from './live-positions.ts';
import { readAllOffers } from './load-offers.ts';
import {
  disposeIndexes,
  followChanges,
  type Indexes,
  type OffersAt,
  positionOf,
  type RuledGraph,
  readHistory,
} from './offer-changes.ts';

/** Interval in ms between readings of changes: well within the two seconds after which every server shows a change. */
const POLL_INTERVAL = 500;
/** Maximum age of the indexes in seconds before a query first waits for a reading: changes must show within two seconds. */
const OLDEST_SECONDS = 2;
/** Age in seconds after which following counts as failed; lists are then read from the database at once. */
const LOST_SECONDS = 5;
/** Maximum time that a viewer waits for their own changes before the database is queried. */
const CATCH_UP_TIMEOUT_MS = 300;
/** Maximum time that a call waits for the first load before it is answered with a retry time. */
const LOAD_TIMEOUT_MS = 3_000;
const RETRY_AFTER_SECONDS = 2;

interface LiveGraphOptions {
  /** Connection settings of the database. */
  readonly connection: pg.ClientConfig;
  readonly now: () => Date;
  /** Called when following starts to fail, not on each retry. */
  readonly onError: (error: unknown) => void;
}

/** State of the live graph, for metrics. */
export interface LiveState {
  /** Number of offers in the graph. */
  readonly offers: number;
  /** Number of requests in the list. */
  readonly listed: number;
  /** Seconds since the last successful reading. */
  readonly age: number;
}

/** Offers of all active requests, in the memory of this process. */
export interface LiveGraph {
  /** Returns the graph once it is loaded. @throws {AppError} `unavailable` if the first load takes too long. */
  readonly loaded: () => Promise<RuledGraph>;
  /** Returns the graph with everything that was committed before the call. */
  readonly caughtUp: () => Promise<RuledGraph>;
  /** Returns the indexes including this viewer's own writes; undefined if lists and matches have to be read from the database. */
  readonly indexesFor: (reader: Reader) => Promise<Indexes | undefined>;
  /** Returns a reader for whom a database query must include what the indexes contain as well as the viewer's own writes. */
  readonly readerOf: (viewer: Reader) => Reader;
  /** Notes a commit of this process, so that all later answers of the process include it. */
  readonly noteWrite: () => void;
  /** Returns true if the indexes, not the database, answer lists and matches. */
  readonly hasIndexes: () => boolean;
  /** Changes of all rows behind personal answers. */
  readonly changes: FollowedChanges;
  readonly state: () => LiveState;
  /** Returns the memory of the indexes of lists and matches in bytes. Scans all of their bitmaps. */
  readonly indexBytes: () => number;
  readonly close: () => Promise<void>;
}

/**
 * Loads the graph and updates it until closed, on a connection of its own that reconnects after a failure. Polls twice a second with three
 * short queries instead of using `NOTIFY`, which serialises all commits at one lock, needs a session of its own behind a connection pooler,
 * and would need polling as a fallback anyway.
 */
export function followOffers({ connection, now, onError }: LiveGraphOptions): LiveGraph {
  const follower = new Follower(connection, now);
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let isReported = false;

  const poll = async () => {
    try {
      await follower.catchUp();
      isReported = false;
    } catch (error) {
      if (!isReported && !isClosed) onError(error);
      isReported = true;
    }
    if (!isClosed) timer = setTimeout(poll, POLL_INTERVAL);
  };
  const polling = poll();
  const caughtUp = async () => {
    await follower.catchUp();
    return follower.offers ?? (await stillLoading());
  };
  const catchUpInTime = () =>
    Promise.race([follower.catchUp().then(isTrue, isFalse), after(CATCH_UP_TIMEOUT_MS).then(isFalse)]);
  const indexesFor = async ({ wroteAt }: Reader) => {
    if (!follower.hasIndexes) return undefined;
    if (follower.isCurrentFor(wroteAt)) return follower.offers;
    if (follower.isReplacing) return undefined;
    return (await catchUpInTime()) ? follower.offers : undefined;
  };
  return {
    changes: {
      snapshot: () => follower.snapshot,
      number: () => follower.changed.number,
      position: () => follower.livePosition,
      reaches: (position) => follower.changed.reaches(position),
      hasChanged: (hashes, since) => follower.changed.hasChanged(hashes, since),
      onGrowth: (listener) => follower.changed.onGrowth(listener),
    },
    indexesFor,
    readerOf: ({ wroteAt = 0n }) => ({ wroteAt: wroteAt > follower.position ? wroteAt : follower.position }),
    noteWrite: () => follower.noteWrite(),
    hasIndexes: () => follower.hasIndexes,
    loaded: async () =>
      follower.offers ?? Promise.race([caughtUp(), after(LOAD_TIMEOUT_MS).then(stillLoading)]),
    caughtUp,
    state: () => follower.state(),
    indexBytes: () => follower.indexBytes(),
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await follower.close();
      await polling;
      clearTimeout(timer);
    },
  };
}

/** Reads changes one at a time on its own connection, and all offers on another one. */
class Follower {
  readonly changed = new ChangedKeys();
  /** True while offers that were current are replaced: all are read again, and then the changes since. */
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
  #position: LogPosition = 0n;
  /** Connection of the last reading, and the instance of the database behind it. */
  #client: pg.Client | undefined;
  #instance = '';
  /** Number of writes noted in this process, and number of those that the last reading included. */
  #writes = 0;
  #writesShown = 0;

  constructor(connection: pg.ClientConfig, now: () => Date) {
    const named = { ...connection, application_name: `offers of ${process.pid}` };
    this.#connection = new LastingConnection(named);
    this.#loadOptions = { ...named, ...withoutTimeout };
    this.#now = now;
  }

  get offers(): OffersAt | undefined {
    return this.#offers;
  }

  /** False during the first load and while readings fail. */
  get hasIndexes(): boolean {
    const isKnown = this.isReplacing || this.#age() < LOST_SECONDS;
    return this.#offers !== undefined && !this.#isFailing && isKnown;
  }

  /** Snapshot from which changes can be read; undefined during the first load and while readings fail. */
  get snapshot(): string | undefined {
    return this.hasIndexes ? this.#offers?.snapshot : undefined;
  }

  get livePosition(): LivePosition | undefined {
    if (this.snapshot === undefined) return undefined;
    return { position: this.changed.position, instance: this.#instance };
  }

  /** Log position before the last reading; everything committed before it has been read. */
  get position(): LogPosition {
    return this.#position;
  }

  /**
   * Returns true if the offers include everything committed up to `wroteAt`, and all writes of this process. While they are replaced, which
   * takes seconds for much data, only the reader's own writes count; what a page shows is checked against rows in any case.
   */
  isCurrentFor(wroteAt: LogPosition | undefined): boolean {
    if (wroteAt !== undefined && this.#position <= wroteAt) return false;
    return this.isReplacing || (this.#writesShown === this.#writes && this.#age() < OLDEST_SECONDS);
  }

  noteWrite(): void {
    this.#writes += 1;
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

  /** Starts a reading after this call; all calls during a reading share the next one. */
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

  /** Closes without waiting for a running reading, which may take minutes. */
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
      // A load takes seconds for much data. The changes since its start are read before the new offers have to be current.
      if (this.#age() > OLDEST_SECONDS) await this.#connection.use((client) => this.#readBy(client));
      isFailing = false;
    } finally {
      [this.#isFailing, this.isReplacing] = [isFailing, false];
    }
  }

  async #readBy(client: pg.Client): Promise<void> {
    const [startedAt, writes] = [performance.now(), this.#writes];
    const instance = client === this.#client ? this.#instance : await readDatabaseInstance(client);
    const position = await readPosition(client);
    const before = this.#offers;
    this.#offers = await this.#bringUp(client, await readRulesBy(client, this.#now()));
    await this.#noteChanges(client, this.#offers, before === undefined);
    if (before?.list !== this.#offers.list) disposeIndexes(before);
    [this.#currentAt, this.#writesShown, this.#position] = [startedAt, writes, position];
    [this.#client, this.#instance] = [client, instance];
  }

  async #noteChanges(client: pg.Client, { snapshot, changes }: OffersAt, isFirst: boolean): Promise<void> {
    if (!isFirst) return this.changed.note(changes, positionOf(snapshot));
    const history = await readHistory(client, snapshot);
    this.changed.begin(history.changes, history.floor, positionOf(snapshot));
  }

  async #bringUp(client: pg.Client, rules: Rules): Promise<OffersAt> {
    const followed = this.#offers && (await followChanges(client, this.#offers, rules));
    return followed ?? this.#readAll(rules);
  }

  async #readAll(rules: Rules): Promise<OffersAt> {
    this.isReplacing = this.hasIndexes;
    this.#load = new LastingConnection(this.#loadOptions);
    try {
      return await this.#load.use((client) => readAllOffers(client, rules));
    } finally {
      this.#load.close();
    }
  }
}

function after(milliseconds: number): Promise<void> {
  return new Promise((over) => setTimeout(over, milliseconds).unref());
}

const isTrue = () => true;
const isFalse = () => false;

function stillLoading(): Promise<never> {
  const cause = new Error('the offers are still being read');
  throw new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });
}
