import { DASHBOARD_POLL } from '@mutual-transfer/domain/constants';
import type { LiveChanges, LiveKind } from '@mutual-transfer/domain/notices/live-changes';
import type { QueryClient } from '@tanstack/react-query';
import { createParser } from 'eventsource-parser';
import { setIsTold } from './live-query-options.ts';

/** The first part of the keys of queries, by the kind of answers that the server names. */
const queriesOf: Readonly<Record<LiveKind, readonly string[]>> = {
  account: ['profile'],
  alerts: ['alerts'],
  requests: ['my-requests'],
  agreements: ['agreements'],
  matches: ['matches'],
  rings: ['rings', 'advice'],
};

/** What concerns many teachers may change twice a second: it is asked for no more often than this. */
const ASK_EVERY_MS = 10_000;
/** The server sends something every 20 seconds: a line that is silent for longer is cut. */
const SILENT_MS = 50_000;
const SHORTEST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 120_000;
/** A stream that was open for so long did not fail. */
const GOOD_MS = 60_000;

type Outcome = 'ended' | 'refused' | 'hidden';

/**
 * Has queries asked again when the server says that their answers may have changed, as long as the tab is seen. A stream that ends is opened
 * again after a while, which grows while it fails; meanwhile screens ask by the clock.
 *
 * @param left when the screen is left, or the session.
 */
export async function followChanges(client: QueryClient, token: string, left: AbortSignal): Promise<void> {
  let failures = 0;
  while (!left.aborted) {
    await untilSeen(left);
    const startedAt = performance.now();
    const outcome = left.aborted ? 'hidden' : await read(client, token, left);
    if (outcome === 'refused') return;
    if (outcome === 'hidden') continue;
    failures = performance.now() - startedAt > GOOD_MS ? 0 : failures + 1;
    await pause(waitAfter(failures), left);
  }
}

/** Reads one stream to its end. */
async function read(client: QueryClient, token: string, left: AbortSignal): Promise<Outcome> {
  const over = new AbortController();
  const whenHidden = () => over.abort();
  document.addEventListener('visibilitychange', whenHidden);
  try {
    const response = await fetch('/api/live', {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
      signal: AbortSignal.any([left, over.signal]),
    });
    if (!response.ok) return response.status < 429 ? 'refused' : 'ended';
    await whileTold(client, token, (take) => readEvents(response, take));
  } catch {
    // Cut off, or left: then it is asked by the clock.
  } finally {
    document.removeEventListener('visibilitychange', whenHidden);
  }
  return over.signal.aborted ? 'hidden' : 'ended';
}

/** Lets polling rest meanwhile, once each query was asked after the stream was opened: what changed shortly before is then known. */
async function whileTold(
  client: QueryClient,
  token: string,
  read: (take: (kinds: readonly LiveKind[]) => void) => Promise<void>,
): Promise<void> {
  const resting = setTimeout(() => setIsTold(true), DASHBOARD_POLL);
  const refresher = refresherOf(client, token);
  try {
    await read(refresher.take);
  } finally {
    clearTimeout(resting);
    refresher.stop();
    if (setIsTold(false)) lookAtIntervals(client, token);
  }
}

/** A query looks at its interval when something is said of it. */
function lookAtIntervals(client: QueryClient, token: string): void {
  for (const key of Object.values(queriesOf).flat()) {
    void client.invalidateQueries({ queryKey: [key, token], refetchType: 'none' });
  }
}

async function readEvents(response: Response, take: (kinds: readonly LiveKind[]) => void): Promise<void> {
  const parser = createParser({
    onEvent: ({ data }) => take((JSON.parse(data) as LiveChanges).kinds),
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const silent = setTimeout(() => void reader.cancel(), SILENT_MS);
    const { done, value } = await reader.read().finally(() => clearTimeout(silent));
    if (done) return;
    parser.feed(decoder.decode(value, { stream: true }));
  }
}

/**
 * Fetches what is on screen of the kinds that events name, and the rest when it is shown. One's own change, which names all kinds, is
 * asked for at once; the changes of others together, and not while an answer is still on its way: on a slow line it would never come.
 */
function refresherOf(client: QueryClient, token: string) {
  const due = new Set<LiveKind>();
  let next: ReturnType<typeof setTimeout> | undefined;
  const isOnItsWay = (kind: LiveKind) =>
    queriesOf[kind].some((key) => client.isFetching({ queryKey: [key, token] }) > 0);
  const ask = (kind: LiveKind, refetchType: 'active' | 'none' = 'active') => {
    due.delete(kind);
    for (const key of queriesOf[kind]) void client.invalidateQueries({ queryKey: [key, token], refetchType });
  };
  const askTogether = () => {
    for (const kind of [...due].filter((kind) => !isOnItsWay(kind))) ask(kind);
    next = due.size > 0 ? setTimeout(askTogether, ASK_EVERY_MS) : undefined;
  };
  return {
    take: (kinds: readonly LiveKind[]) => {
      const isOwn = kinds.length === Object.keys(queriesOf).length;
      for (const kind of kinds) isOwn ? ask(kind) : due.add(kind);
      next ??= setTimeout(askTogether, ASK_EVERY_MS);
    },
    /** What is due then is asked for by the clock, or when it is shown. */
    stop: () => {
      clearTimeout(next);
      for (const kind of due) ask(kind, 'none');
    },
  };
}

function untilSeen(left: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const seen = new AbortController();
    const look = () => {
      if (document.visibilityState === 'hidden' && !left.aborted) return;
      seen.abort();
      resolve();
    };
    document.addEventListener('visibilitychange', look, { signal: seen.signal });
    left.addEventListener('abort', look, { signal: seen.signal });
    look();
  });
}

/** Twice as long after each failure, and not the same for all who lost the same server. */
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
