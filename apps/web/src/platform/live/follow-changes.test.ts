import { getEventListeners } from 'node:events';
import type { LiveKind } from '@mutual-transfer/domain/notices/live-changes';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followChanges } from './follow-changes.ts';

const TOKEN = 'a token';
const ALL: readonly LiveKind[] = ['account', 'alerts', 'requests', 'agreements', 'matches', 'rings'];

let stream: ReadableStreamDefaultController<Uint8Array>;
let client: QueryClient;
let left: AbortController;
let following: Promise<void>;
/** What answers each call for matches, in their order. */
let answers: (() => void)[];
let signals: AbortSignal[];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      stream = controller;
    },
  });
  const refused = new Response(null, { status: 403 });
  vi.stubGlobal('fetch', vi.fn().mockResolvedValueOnce(new Response(body)).mockResolvedValue(refused));
  client = new QueryClient();
  answers = [];
  signals = [];
  left = new AbortController();
  showMatches();
  await answerLast();
  following = followChanges(client, TOKEN, left.signal);
  await pass(0);
});
afterEach(async () => {
  left.abort();
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A screen with matches. */
function showMatches() {
  const queryFn = ({ signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return new Promise<number>((resolve) => answers.push(() => resolve(answers.length)));
  };
  new QueryObserver(client, { queryKey: ['matches', TOKEN], queryFn }).subscribe(() => {});
}

async function answerLast() {
  await pass(0);
  answers.at(-1)?.();
  await pass(0);
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

async function tell(kinds: readonly LiveKind[]) {
  stream.enqueue(new TextEncoder().encode(`data: ${JSON.stringify({ kinds })}\n\n`));
  await pass(0);
}

it('what changes for many twice a second is asked for every ten seconds', async () => {
  for (let half = 0; half < 50; half += 1) {
    await tell(['matches']);
    await pass(500);
    answers.at(-1)?.();
  }
  expect(answers).toHaveLength(1 + 2);
});

it("one's own change is asked for at once", async () => {
  await tell(ALL);
  expect(answers).toHaveLength(2);
});

it('an answer on its way is not cut off, and what changed meanwhile is asked for after it', async () => {
  await tell(['matches']);
  await pass(10_000);
  expect(answers).toHaveLength(2);
  await tell(['matches']);
  await pass(30_000);
  expect(answers).toHaveLength(2);
  expect(signals.filter(({ aborted }) => aborted)).toEqual([]);
  await answerLast();
  await pass(10_000);
  expect(answers).toHaveLength(3);
});

it('what is still due when the stream ends is stale, so that it is asked for when it is shown', async () => {
  await tell(['matches']);
  stream.close();
  await pass(10_000);
  expect(answers).toHaveLength(1);
  expect(client.getQueryState(['matches', TOKEN])?.isInvalidated).toBe(true);
});

it('a stream that is cut off leaves nothing that fails later', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  stream.error(new TypeError('network error'));
  await pass(60_000);
  await following;
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

it('a stream that is opened again and again leaves no listeners behind', async () => {
  vi.mocked(fetch).mockImplementation(async () => new Response(null, { status: 500 }));
  stream.close();
  await pass(20 * 60_000);
  expect(vi.mocked(fetch).mock.calls.length).toBeGreaterThan(8);
  expect(getEventListeners(left.signal, 'abort').length).toBeLessThanOrEqual(1);
});
