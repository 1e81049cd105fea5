import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import type pg from 'pg';
import { LastingConnection } from '../database/lasting-connection.ts';
import { type LogPosition, readPosition } from '../database/log-position.ts';
import type { Reader } from '../database/read-database.ts';
import { AppError } from '../errors.ts';
import { readRulesBy } from '../rules/read-rules.ts';
import { ChangedKeys, type GrowthListener, type KeyHashes } from './changed-keys.ts';
import {
  disposeIndexes,
  followChanges,
  type Indexes,
  type OffersAt,
  positionOf,
  type RuledGraph,
  readAllOffers,
  readHistory,
} from './offer-changes.ts';

/** How often a server asks what changed: well within the two seconds in which every server is to know. */
const POLL_INTERVAL = 500;
/** Indexes that were last known to be current longer ago are not asked: two seconds are promised. */
const OLDEST_SECONDS = 2;
/** Last known to be current longer ago, following fails or hangs: lists are asked of the database at once. */
const LOST_SECONDS = 5;
/** What was read longer ago is no snapshot to ask for changes since: they are kept for an hour. */
const OLDEST_SNAPSHOT_SECONDS = 60;
/** How long a reader waits for the changes that they made before the database is asked. */
const CATCH_UP_TIMEOUT_MS = 300;
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

/** Committed changes of rows that personal answers are made from, as this process follows them. */
export interface FollowedChanges {
  /** The commits whose changes are known, as a `pg_snapshot`; undefined while that is not known. */
  readonly snapshot: () => string | undefined;
  /** Grows whenever changes were read. */
  readonly number: () => number;
  /** All changes of transactions below it are known; undefined while changes are not followed. */
  readonly position: () => number | undefined;
  /** Returns true if all changes since that position are known. */
  readonly reaches: (position: number) => boolean;
  /** Returns true if one of the keys may have changed since a position that is reached. */
  readonly hasChanged: (hashes: KeyHashes, since: number) => boolean;
  /** Calls the listener after each reading that brought changes. @returns a function that ends that. */
  readonly onGrowth: (listener: GrowthListener) => () => void;
}

/** State of the live graph, for metrics. */
export interface LiveState {
  /** How many offers the graph holds. */
  readonly offers: number;
  /** How many requests the list holds. */
  readonly listed: number;
  /** Seconds since it was last known to be current. */
  readonly age: number;
}

/** The offers of all active requests in the memory of this process. */
export interface LiveGraph {
  /** @throws {AppError} `unavailable` when the first load takes long. */
  readonly loaded: () => Promise<RuledGraph>;
  /** The graph with all that was committed before the call. */
  readonly caughtUp: () => Promise<RuledGraph>;
  /** The indexes with what this reader wrote; undefined while lists and matches are to be asked of the database. */
  readonly indexesFor: (reader: Reader) => Promise<Indexes | undefined>;
  /** That viewer as a reader to whom a database must show what the indexes know, beside what they wrote. */
  readonly readerOf: (viewer: Reader) => Reader;
  /** Something was committed through this process: all that it answers from now on shows it. */
  readonly noteWrite: () => void;
  /** Whether lists and matches are answered by the indexes, and not by the database. */
  readonly hasIndexes: () => boolean;
  /** What changed of all that personal answers are made from. */
  readonly changes: FollowedChanges;
  readonly state: () => LiveState;
  /** How many bytes the indexes of lists and matches take. It looks at each of their bitmaps. */
  readonly indexBytes: () => number;
  readonly close: () => Promise<void>;
}

/**
 * Loads the graph and keeps it current until closed, on a connection of its own that is made anew when it breaks. It
 * asks twice a second, three short questions, and listens to no notifications: those would queue up all who commit at one lock,
 * need a session of their own behind a connection pooler, and asking would be needed beside them anyway.
 */
export function followOffers({ connection, now, onError }: LiveGraphOptions): LiveGraph {
  const follower = new Follower(connection, now);
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let isToldOf = false;

  const poll = async () => {
    try {
      await follower.catchUp();
      isToldOf = false;
    } catch (error) {
      if (!isToldOf && !isClosed) onError(error);
      isToldOf = true;
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
    return (await catchUpInTime()) ? follower.offers : undefined;
  };
  return {
    changes: {
      snapshot: () => follower.snapshot,
      number: () => follower.changed.number,
      position: () => (follower.snapshot === undefined ? undefined : follower.changed.position),
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

/** Reads one thing after the other on its one connection. */
class Follower {
  readonly changed = new ChangedKeys();
  readonly #connection: LastingConnection;
  readonly #now: () => Date;
  #offers: OffersAt | undefined;
  #current: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #isClosed = false;
  #currentAt = performance.now();
  #isReadingAll = false;
  #isFailing = false;
  #position: LogPosition = 0n;
  /** How many writes of this process were noted, and how many of them are shown. */
  #writes = 0;
  #writesShown = 0;

  constructor(connection: pg.ClientConfig, now: () => Date) {
    this.#connection = new LastingConnection({
      ...connection,
      application_name: `offers of ${process.pid}`,
    });
    this.#now = now;
  }

  get offers(): OffersAt | undefined {
    return this.#offers;
  }

  /** Not while everything is being read, which takes seconds where there is much, and not while it cannot follow. */
  get hasIndexes(): boolean {
    const isFollowing = !this.#isReadingAll && !this.#isFailing && this.#age() < LOST_SECONDS;
    return this.#offers !== undefined && isFollowing;
  }

  /** Since when changes can be asked for; undefined while everything is being read, and where it could not follow. */
  get snapshot(): string | undefined {
    return this.hasIndexes && this.#age() < OLDEST_SNAPSHOT_SECONDS ? this.#offers?.snapshot : undefined;
  }

  /** Where the log had come before the last reading: all that was committed before is shown. */
  get position(): LogPosition {
    return this.#position;
  }

  /** Whether it shows what this process has written, and what was committed before the log came that far. */
  isCurrentFor(wroteAt: LogPosition | undefined): boolean {
    return (
      this.#writesShown === this.#writes &&
      (wroteAt === undefined || this.#position > wroteAt) &&
      this.#age() < OLDEST_SECONDS
    );
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

  /** Does not wait for a reading to end, which may take minutes. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#connection.close();
    await (this.#next ?? this.#current).catch(() => {});
    disposeIndexes(this.#offers);
    this.#offers = undefined;
  }

  async #read(): Promise<void> {
    if (this.#isClosed) throw new AppError('unavailable');
    try {
      await this.#connection.use((client) => this.#readBy(client));
      this.#isFailing = false;
    } catch (error) {
      this.#isFailing = true;
      throw error;
    }
  }

  async #readBy(client: pg.Client): Promise<void> {
    const [startedAt, writes] = [performance.now(), this.#writes];
    const position = await readPosition(client);
    const before = this.#offers;
    this.#offers = await this.#bringUp(client, await readRulesBy(client, this.#now()));
    await this.#noteChanges(client, this.#offers, before === undefined);
    if (before?.list !== this.#offers.list) disposeIndexes(before);
    [this.#currentAt, this.#writesShown, this.#position] = [startedAt, writes, position];
  }

  async #noteChanges(client: pg.Client, { snapshot, changes }: OffersAt, isFirst: boolean): Promise<void> {
    if (!isFirst) return this.changed.note(changes, positionOf(snapshot));
    const history = await readHistory(client, snapshot);
    this.changed.begin(history.changes, history.floor, positionOf(snapshot));
  }

  async #bringUp(client: pg.Client, rules: Rules): Promise<OffersAt> {
    const followed = this.#offers && (await followChanges(client, this.#offers, rules));
    return followed ?? this.#readAll(client, rules);
  }

  async #readAll(client: pg.Client, rules: Rules): Promise<OffersAt> {
    this.#isReadingAll = true;
    try {
      return await readAllOffers(client, rules);
    } finally {
      this.#isReadingAll = false;
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
