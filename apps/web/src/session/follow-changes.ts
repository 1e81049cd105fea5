import { DASHBOARD_POLL } from '@mutual-transfer/domain/constants';
import type { LiveChanges, LiveKind } from '@mutual-transfer/domain/live-changes';
import type { QueryClient } from '@tanstack/react-query';
import { createParser } from 'eventsource-parser';
import { setIsTold } from '../people/live.ts';

/** The first part of the keys of queries, by the kind of answers that the server names. */
const queriesOf: Readonly<Record<LiveKind, readonly string[]>> = {
  account: ['profile'],
  alerts: ['alerts'],
  requests: ['my-requests'],
  agreements: ['agreements'],
  matches: ['matches'],
  rings: ['rings', 'advice'],
};

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
    await whileTold(client, token, () => readEvents(response, (kinds) => refresh(client, token, kinds)));
  } catch {
    // Cut off, or left: then it is asked by the clock.
  } finally {
    document.removeEventListener('visibilitychange', whenHidden);
  }
  return over.signal.aborted ? 'hidden' : 'ended';
}

/** Lets polling rest meanwhile, once each query was asked after the stream was opened: what changed shortly before is then known. */
async function whileTold(client: QueryClient, token: string, work: () => Promise<void>): Promise<void> {
  const resting = setTimeout(() => setIsTold(true), DASHBOARD_POLL);
  try {
    await work();
  } finally {
    clearTimeout(resting);
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
    const { done, value } = await reader.read();
    clearTimeout(silent);
    if (done) return;
    parser.feed(decoder.decode(value, { stream: true }));
  }
}

/** What is on screen is fetched at once; the rest when it is shown. */
function refresh(client: QueryClient, token: string, kinds: readonly LiveKind[]): void {
  for (const key of kinds.flatMap((kind) => queriesOf[kind])) {
    void client.invalidateQueries({ queryKey: [key, token] });
  }
}

function untilSeen(left: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState === 'hidden' && !left.aborted) return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    left.addEventListener('abort', look, { once: true });
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
    const timer = setTimeout(resolve, milliseconds);
    left.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
