import type pg from 'pg';
import type { Reader } from '../../database/replica/read-database.ts';
import { AppError } from '../../errors.ts';
import type { FollowedChanges } from '../changes/changed-keys.ts';
import { Follower, type LiveState } from './follower.ts';
import type { Indexes, RuledGraph } from './offer-changes.ts';

/** Interval in ms between readings of changes: well within the two seconds after which every server shows a change. */
const POLL_INTERVAL = 500;
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

/** Offers of all active requests, in the memory of this process. */
export interface LiveGraph {
  /** Returns the graph once it is loaded. @throws {AppError} `unavailable` if the first load takes too long. */
  readonly loaded: () => Promise<RuledGraph>;
  /** Returns the graph with everything that was committed before the call. */
  readonly caughtUp: () => Promise<RuledGraph>;
  /** Returns the indexes including this viewer's own writes; undefined if lists and matches have to be read from the database. */
  readonly indexesFor: (reader: Reader) => Promise<Indexes | undefined>;
  /** Returns a reader for whom a database query includes everything that the indexes contain, and the viewer's own writes. */
  readonly readerOf: (viewer: Reader) => Reader;
  /** Notes a commit of this process, so that all later answers of the process include it. */
  readonly noteWrite: () => void;
  /** Returns true if the indexes, not the database, answer lists and matches. */
  readonly hasIndexes: () => boolean;
  /** Returns true after the first load, unless reading changes has failed for more than ten seconds. */
  readonly isReady: () => boolean;
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
    isReady: () => follower.isReady,
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

function after(milliseconds: number): Promise<void> {
  return new Promise((over) => setTimeout(over, milliseconds).unref());
}

const isTrue = () => true;
const isFalse = () => false;

function stillLoading(): Promise<never> {
  const cause = new Error('the offers are still being read');
  throw new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });
}
