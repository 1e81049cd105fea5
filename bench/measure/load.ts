import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import autocannon from 'autocannon';
import type { Taken } from './figures.ts';

/** Call of the API or of a page. */
export interface Call {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns a call with a session. */
export function callAs(token: string | undefined, path: string): Call {
  return { path, headers: { authorization: `Bearer ${token ?? ''}` } };
}

/** Calls to repeat, and how. */
export interface Load {
  /** Scheme, host and port. */
  readonly base: string;
  /** Called in turn; each connection starts at a different one. */
  readonly calls: readonly Call[];
  /** Number of concurrent callers. */
  readonly connections: number;
  readonly seconds: number;
}

/** Client timeout, longer than the app waits for its database. */
const LONGEST_WAIT_SECONDS = 20;

/**
 * Makes calls for the given number of seconds; each connection sends the next call as soon as its last one is
 * answered (a closed loop).
 */
export async function load({ base, calls, connections, seconds }: Load): Promise<Taken> {
  const milliseconds: number[] = [];
  let started = 0;
  const { errors, timeouts, non2xx, duration } = await autocannon({
    url: base,
    connections,
    duration: seconds,
    timeout: LONGEST_WAIT_SECONDS,
    setupClient: (client) => {
      const first = Math.floor((started++ * calls.length) / connections);
      client.setRequests(rotated(calls, first).map(requestOf));
      // The histogram of autocannon has a resolution of whole milliseconds.
      client.on('response', (_status, _bytes, responseTime) => milliseconds.push(responseTime));
    },
  });
  return { milliseconds, seconds: duration, errors: errors + timeouts, refusals: non2xx };
}

/** Makes calls on a thread of their own, so that other calls measured meanwhile do not wait for this process to read their answers. */
export async function loadOnThread(workerData: Load): Promise<Taken> {
  const worker = new Worker(new URL('./load-thread.ts', import.meta.url), { workerData });
  // The thread sends nothing else.
  const [taken] = (await once(worker, 'message')) as [Taken];
  return taken;
}

/** Returns the items rotated to begin at the given one. */
export function rotated<Item>(items: readonly Item[], first: number): Item[] {
  return [...items.slice(first), ...items.slice(0, first)];
}

function requestOf({ path, headers = {} }: Call) {
  return { method: 'GET' as const, path, headers: { ...headers } };
}
