import type pg from 'pg';
import { AppError } from '../../errors.ts';
import type { Viewer } from '../../sessions/viewer.ts';
import type { FollowedChanges } from '../changes/changed-keys.ts';
import { Follower, type LiveState } from './follower.ts';
import type { Indexes, RuledGraph } from './offer-changes.ts';

/** Interval in milliseconds between reads of changes: well below the two seconds within which every server must show a change. */
const POLL_INTERVAL = 500;
/** Maximum time in milliseconds that a viewer waits for their own changes before the database is queried instead. */
const CATCH_UP_TIMEOUT_MS = 300;
/** Maximum time in milliseconds that a call waits for the first load before it is refused with a retry time. */
const LOAD_TIMEOUT_MS = 3_000;
const RETRY_AFTER_SECONDS = 2;

interface LiveGraphOptions {
  /** Connection settings of the database. */
  readonly connection: pg.ClientConfig;
  readonly now: () => Date;
  /** Called on the first of several failed reads in a row. */
  readonly onError: (error: unknown) => void;
}

/** Offers of all active requests, in this process's memory. */
export interface LiveGraph {
  /** Resolves with the graph once it is loaded. @throws {AppError} `unavailable` if the first load takes too long. */
  readonly loaded: () => Promise<RuledGraph>;
  /** Resolves with the graph including everything that was committed before the call. */
  readonly caughtUp: () => Promise<RuledGraph>;
  /** Resolves with indexes that include this viewer's own writes; with undefined if lists and matches must be read from the database. */
  readonly indexesFor: (viewer: Viewer) => Promise<Indexes | undefined>;
  /** Notes a commit of this process, so that all later responses of the process include it. */
  readonly noteWrite: () => void;
  /** Returns true if lists and matches are answered from the indexes instead of the database. */
  readonly hasIndexes: () => boolean;
  /** Returns true after the first load, unless reads of changes have failed for more than ten seconds. */
  readonly isReady: () => boolean;
  /** Committed changes of the rows from which personal responses are computed. */
  readonly changes: FollowedChanges;
  readonly state: () => LiveState;
  /** Returns the memory of the indexes of lists and matches in bytes. Scans all bitmaps. */
  readonly indexBytes: () => number;
  readonly close: () => Promise<void>;
}

/**
 * Loads the graph, and updates it until it is closed, on a connection of its own that reconnects after a failure. Polls twice a second with
 * three short queries. `NOTIFY` would serialise all commits at one lock, would need a session of its own behind a connection pooler, and
 * would need polling as a fallback anyway.
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
  const indexesFor = async ({ wroteAt }: Viewer) => {
    if (!follower.hasIndexes) return undefined;
    if (follower.isCurrentFor(wroteAt)) return follower.offers;
    if (follower.isReplacing) return undefined;
    return (await catchUpInTime()) ? follower.offers : undefined;
  };
  return {
    changes: {
      number: () => follower.changed.number,
      position: () => follower.livePosition,
      reaches: (position) => follower.changed.reaches(position),
      hasChanged: (hashes, since) => follower.changed.hasChanged(hashes, since),
      onGrowth: (listener) => follower.changed.onGrowth(listener),
    },
    indexesFor,
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
