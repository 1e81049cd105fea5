import { DASHBOARD_POLL } from '@mutual-transfer/domain/constants';
import type { LiveChanges, LiveKind } from '@mutual-transfer/domain/notices/live-changes';
import { namesOf } from '@mutual-transfer/domain/record-names';
import type { QueryClient } from '@tanstack/react-query';
import { createParser } from 'eventsource-parser';
import { callApi, hasStatus } from '../api/client.ts';
import { livePosition, setLivePosition } from './live-position.ts';

/** First parts of query keys, by the kind of change that the server names. */
const queriesOf: Readonly<Record<LiveKind, readonly string[]>> = {
  account: ['profile'],
  alerts: ['alerts'],
  requests: ['my-requests'],
  agreements: ['agreements'],
  matches: ['matches'],
  rings: ['rings', 'advice'],
};
const kinds = namesOf(queriesOf);

/**
 * Delay of the first stream, so that it does not compete with the first API responses of a page on a slow connection. Its position includes
 * changes during the delay.
 */
const OPEN_AFTER_MS = 3_000;
/** Minimum interval between refetches for changes of others, which may occur twice a second. */
const ASK_EVERY_MS = 10_000;
/** Time without data after which a stream is closed. The server sends a heartbeat every 20 seconds. */
const SILENT_MS = 50_000;
const SHORTEST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 120_000;
/** Duration after which an open stream counts as successful. */
const GOOD_MS = 60_000;
const UNAUTHENTICATED = 401;

type Outcome = 'ended' | 'refused' | 'hidden';

type Take = (changes: LiveChanges) => void;

/** Session whose changes are followed. */
interface Followed {
  readonly client: QueryClient;
  readonly token: string;
  readonly userId: string;
  /** Aborts when the session ends or the component unmounts. */
  readonly left: AbortSignal;
}

/**
 * Refetches queries while the tab is visible when the server reports that their answers may have changed. Reconnects a stream that ends,
 * with a growing delay while it fails; in the meantime it polls every 30 seconds.
 */
export async function followChanges(followed: Followed): Promise<void> {
  const { left } = followed;
  const ended = new AbortController();
  const refresher = refresherOf(followed);
  const line = { isOpen: false };
  void pollWithoutStream({ ...followed, left: AbortSignal.any([left, ended.signal]) }, refresher.take, line);
  await pause(OPEN_AFTER_MS, left);
  await readStreams(followed, refresher.take, line);
  ended.abort();
  refresher.stop();
}

interface Line {
  isOpen: boolean;
}

/** Reads streams until the signal aborts or the server refuses them. */
async function readStreams(followed: Followed, take: Take, line: Line): Promise<void> {
  const { left } = followed;
  let failures = 0;
  while (!left.aborted) {
    await untilSeen(left);
    const startedAt = performance.now();
    const outcome = left.aborted ? 'hidden' : await read(followed, take, line);
    line.isOpen = false;
    if (outcome === 'refused') return;
    if (outcome === 'hidden') continue;
    failures = performance.now() - startedAt > GOOD_MS ? 0 : failures + 1;
    await pause(waitAfter(failures), left);
  }
}

/** Reads one stream to its end. */
async function read({ client, token, left }: Followed, take: Take, line: Line): Promise<Outcome> {
  const over = new AbortController();
  const whenHidden = () => over.abort();
  document.addEventListener('visibilitychange', whenHidden);
  try {
    const response = await fetch(`/api${livePath(token)}`, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
      signal: AbortSignal.any([left, over.signal]),
    });
    if (response.status === UNAUTHENTICATED) endSession(client);
    if (!response.ok) return response.status < 429 ? 'refused' : 'ended';
    line.isOpen = true;
    await readEvents(response, take);
  } catch {
    // The connection broke, or the signal aborted.
  } finally {
    document.removeEventListener('visibilitychange', whenHidden);
  }
  return over.signal.aborted ? 'hidden' : 'ended';
}

/** Polls for changes every 30 seconds while there is no stream and the tab is visible. */
async function pollWithoutStream({ client, token, left }: Followed, take: Take, line: Line) {
  while (!left.aborted) {
    await pause(DASHBOARD_POLL, left);
    if (left.aborted || line.isOpen || document.visibilityState === 'hidden') continue;
    try {
      take(await callApi<LiveChanges>(livePath(token), { token, signal: left }));
    } catch (error) {
      if (hasStatus(error, UNAUTHENTICATED)) endSession(client);
    }
  }
}

/** Refetches the active queries: the server refuses them too, which ends the session on this device. */
function endSession(client: QueryClient): void {
  void client.refetchQueries({ type: 'active' });
}

function livePath(token: string): string {
  const since = livePosition(token);
  return since === undefined ? '/live' : `/live?since=${since}`;
}

async function readEvents(response: Response, take: Take): Promise<void> {
  // The server writes each event with this type.
  const parser = createParser({ onEvent: ({ data }) => take(JSON.parse(data) as LiveChanges) });
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  const decoder = new TextDecoder();
  for (;;) {
    const silent = setTimeout(() => void reader.cancel(), SILENT_MS);
    const { done, value } = await reader.read().finally(() => clearTimeout(silent));
    if (done) return;
    parser.feed(decoder.decode(value, { stream: true }));
  }
}

/**
 * Returns functions that refetch active queries of the kinds in events, and mark the others stale. The user's own change, which has all
 * kinds, is refetched at once. Changes of others are batched, and wait for a pending response: on a slow connection it would otherwise
 * never complete.
 */
function refresherOf({ client, token, userId }: Followed) {
  const due = new Set<LiveKind>();
  let spread: ReturnType<typeof setTimeout> | undefined;
  const isOnItsWay = (kind: LiveKind) =>
    queriesOf[kind].some((key) => client.isFetching({ queryKey: [key, userId] }) > 0);
  const ask = (kind: LiveKind, refetchType: 'active' | 'none' = 'active') => {
    due.delete(kind);
    for (const key of queriesOf[kind])
      void client.invalidateQueries({ queryKey: [key, userId], refetchType });
  };
  const askTogether = () => {
    const isDue = due.size > 0;
    for (const kind of [...due].filter((kind) => !isOnItsWay(kind))) ask(kind);
    next = isDue ? setTimeout(askTogether, ASK_EVERY_MS) : undefined;
  };
  const takeOthers = (named: readonly LiveKind[]) => {
    for (const kind of named) due.add(kind);
    if (next === undefined && due.size > 0) askTogether();
  };
  // The active queries were fetched just now.
  let next: ReturnType<typeof setTimeout> | undefined = setTimeout(askTogether, ASK_EVERY_MS);
  const takeLater = (seconds: number) => {
    clearTimeout(spread);
    spread = setTimeout(() => takeOthers(kinds), Math.random() * seconds * 1_000);
  };
  const take = ({ kinds: named, position, spreadSeconds }: LiveChanges) => {
    if (spreadSeconds !== undefined) takeLater(spreadSeconds);
    else if (named.length < kinds.length) takeOthers(named);
    else for (const kind of named) ask(kind);
    if (position !== undefined) setLivePosition(token, position);
  };
  /** Marks the remaining queries stale, so that they are refetched when shown. */
  const stop = () => {
    clearTimeout(next);
    clearTimeout(spread);
    for (const kind of due) ask(kind, 'none');
  };
  return { take, stop };
}

function untilSeen(left: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const seen = new AbortController();
    const resolveIfVisible = () => {
      if (document.visibilityState === 'hidden' && !left.aborted) return;
      seen.abort();
      resolve();
    };
    document.addEventListener('visibilitychange', resolveIfVisible, { signal: seen.signal });
    left.addEventListener('abort', resolveIfVisible, { signal: seen.signal });
    resolveIfVisible();
  });
}

/** Doubles the delay after each failure, with a random part, so that the clients of a failed server do not reconnect at once. */
function waitAfter(failures: number): number {
  const longest = Math.min(LONGEST_WAIT_MS, SHORTEST_WAIT_MS * 2 ** failures);
  return longest * (0.5 + Math.random() / 2);
}

function pause(milliseconds: number, left: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      left.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    left.addEventListener('abort', end);
  });
}
