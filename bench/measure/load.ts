import autocannon from 'autocannon';
import type { Taken } from './figures.ts';

/** One call of the API or of a page. */
export interface Call {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What is called again and again. */
export interface Load {
  /** Scheme, host and port. */
  readonly base: string;
  /** Called one after the other, each connection beginning at another one. */
  readonly calls: readonly Call[];
  /** How many callers wait for their answer at any moment. */
  readonly connections: number;
  readonly seconds: number;
}

/** Longer than the app waits for its database. */
const LONGEST_WAIT_SECONDS = 20;

/** Calls for so many seconds, each connection as soon as its last answer is there (a closed loop). */
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
      // Its own histogram counts in whole milliseconds.
      client.on('response', (_status, _bytes, responseTime) => milliseconds.push(responseTime));
    },
  });
  return { milliseconds, seconds: duration, errors: errors + timeouts, refusals: non2xx };
}

/** The same items, beginning at another one. */
export function rotated<Item>(items: readonly Item[], first: number): Item[] {
  return [...items.slice(first), ...items.slice(0, first)];
}

function requestOf({ path, headers = {} }: Call) {
  return { method: 'GET' as const, path, headers: { ...headers } };
}
