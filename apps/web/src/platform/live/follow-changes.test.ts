import { getEventListeners } from 'node:events';
import type { LiveChanges, LiveKind } from '@mutual-transfer/domain/notices/live-changes';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followChanges } from './follow-changes.ts';

let token: string;
let sessions = 0;
const ALL: readonly LiveKind[] = ['account', 'alerts', 'requests', 'agreements', 'matches', 'rings'];

let stream: ReadableStreamDefaultController<Uint8Array>;
let client: QueryClient;
let left: AbortController;
let following: Promise<void>;
/** Functions that answer the pending calls for matches, in order. */
let answers: (() => void)[];
let signals: AbortSignal[];

beforeEach(async () => {
  sessions += 1;
  token = `token ${sessions}`;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const documentElement = { lang: 'en' };
  vi.stubGlobal('window', {});
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { visibilityState: 'visible', documentElement }),
  );
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
  following = followChanges({ client, token, userId: 'the account', left: left.signal });
  await pass(3_000);
});
afterEach(async () => {
  left.abort();
  client.clear();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Mounts a query of matches. */
function showMatches() {
  const queryFn = ({ signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return new Promise<number>((resolve) => answers.push(() => resolve(answers.length)));
  };
  new QueryObserver(client, { queryKey: ['matches', 'the account'], queryFn }).subscribe(() => {});
}

async function answerLast() {
  await pass(0);
  answers.at(-1)?.();
  await pass(0);
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

const sendEvent = (kinds: readonly LiveKind[]) => enqueue({ kinds: [...kinds] });

async function enqueue(changes: LiveChanges) {
  stream.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(changes)}\n\n`));
  await pass(0);
}

it('events twice a second cause one refetch every ten seconds', async () => {
  for (let half = 0; half < 50; half += 1) {
    await sendEvent(['matches']);
    await pass(500);
    answers.at(-1)?.();
  }
  expect(answers).toHaveLength(1 + 2);
});

it('the user’s own change is refetched at once', async () => {
  await sendEvent(ALL);
  expect(answers).toHaveLength(2);
});

it('a pending response is not cancelled, and changes in the meantime are refetched after it', async () => {
  await sendEvent(['matches']);
  await pass(10_000);
  expect(answers).toHaveLength(2);
  await sendEvent(['matches']);
  await pass(30_000);
  expect(answers).toHaveLength(2);
  expect(signals.filter(({ aborted }) => aborted)).toEqual([]);
  await answerLast();
  await pass(10_000);
  expect(answers).toHaveLength(3);
});

it('if the stream ends before a due refetch, the query is invalidated, so that it is refetched when shown', async () => {
  await sendEvent(['matches']);
  stream.close();
  await pass(10_000);
  expect(answers).toHaveLength(1);
  expect(client.getQueryState(['matches', 'the account'])?.isInvalidated).toBe(true);
});

it('a broken stream causes no unhandled rejection', async () => {
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

it('a stream that reconnects repeatedly leaks no listeners', async () => {
  vi.mocked(fetch).mockImplementation(async () => new Response(null, { status: 500 }));
  stream.close();
  await pass(20 * 60_000);
  expect(vi.mocked(fetch).mock.calls.length).toBeGreaterThan(8);
  expect(getEventListeners(left.signal, 'abort').length).toBeLessThanOrEqual(1);
});

/** Fetched URLs in order. */
const fetched = () => vi.mocked(fetch).mock.calls.map(([address]) => String(address));

it('a reconnecting stream sends the position of the last event', async () => {
  await enqueue({ kinds: [], position: '120' });
  stream.close();
  await pass(4_000);
  expect(fetched()).toEqual(['/api/live', '/api/live?since=120']);
});

it('without a stream, the client polls every 30 seconds for changes since the last position', async () => {
  await enqueue({ kinds: [], position: '130' });
  vi.mocked(fetch).mockImplementation(async (_address, init) =>
    new Headers(init?.headers).get('accept') === 'text/event-stream'
      ? new Response(null, { status: 503 })
      : Response.json({ kinds: [...ALL], position: '140' }),
  );
  stream.close();
  await pass(26_900);
  expect(answers).toHaveLength(1);
  await pass(200);
  expect(answers).toHaveLength(2);
  expect(fetched().at(-1)).toBe('/api/live?since=130');
});

it('a position that is too old refetches everything after a random delay', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  await pass(10_000);
  await enqueue({ kinds: [...ALL], position: '150', spreadSeconds: 60 });
  await pass(29_900);
  expect(answers).toHaveLength(1);
  await pass(200);
  expect(answers).toHaveLength(2);
});
