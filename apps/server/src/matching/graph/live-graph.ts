import type pg from 'pg';
import { AppError } from '../../platform/errors.ts';
import { Follower, type LiveState } from './follower.ts';
import type { OffersAt } from './offer-changes.ts';

/** Interval in milliseconds between reads of changes: well below the second within which every server must show a change. */
const POLL_INTERVAL = 500;
/** Maximum time in milliseconds that a write waits until this process shows it. */
const WRITE_TIMEOUT_MS = 300;
const RETRY_AFTER_SECONDS = 2;

interface LiveGraphOptions {
  /** Connection settings of the database. */
  connection: pg.ClientConfig;
  now: () => Date;
  /** Called on the first of several failed reads in a row. */
  onError: (error: unknown) => void;
  writeTimeoutMs?: number;
}

/** Offers of all active requests, in this process's memory. */
export interface LiveGraph {
  /**
   * Returns the graph and the indexes of lists and matches, which may lack the changes of the last second, and during a load those since its
   * start. The caller checks the rows that it shows.
   *
   * @throws {AppError} `unavailable` during the first load, and if changes could not be read for ten seconds.
   */
  current: () => OffersAt;
  /** Resolves with the graph and the indexes once they include everything that was committed before the call. */
  caughtUp: () => Promise<OffersAt>;
  /** Resolves when everything that was committed before the call is included, or after 0.3 seconds. */
  showWrite: () => Promise<void>;
  /** Returns true while `current` returns. */
  isReady: () => boolean;
  /** Returns a text that changes with the list; undefined while changes are not read. */
  version: () => string | undefined;
  state: () => LiveState;
  /** Returns the memory of the indexes of lists and matches in bytes. Scans all bitmaps. */
  indexBytes: () => number;
  close: () => Promise<void>;
}

/**
 * Loads the graph, and updates it until it is closed, on a connection of its own that reconnects after a failure. Polls twice a second with
 * two short queries. `NOTIFY` would serialise all commits at one lock, would need a session of its own behind a connection pooler, and
 * would need polling as a fallback anyway.
 */
export function followOffers({
  connection,
  now,
  onError,
  writeTimeoutMs = WRITE_TIMEOUT_MS,
}: LiveGraphOptions): LiveGraph {
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
  const current = () => {
    const { offers, isReady } = follower;
    if (offers !== undefined && isReady) return offers;
    throw new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  };
  return {
    current,
    caughtUp: async () => {
      await follower.catchUp();
      return current();
    },
    showWrite: async () => {
      const isShown = follower.catchUp().catch(() => {});
      let timeout: NodeJS.Timeout | undefined;
      const isOver = new Promise<void>((over) => {
        timeout = setTimeout(over, writeTimeoutMs);
      });
      await Promise.race([isShown, isOver]);
      clearTimeout(timeout);
    },
    isReady: () => follower.isReady,
    version: () => follower.version,
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
