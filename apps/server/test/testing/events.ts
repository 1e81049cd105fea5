import type { AddressInfo } from 'node:net';
import type { LiveChanges, LiveKind } from '@mutual-transfer/domain/notices/live-changes';
import type { TestApp } from './test-app.ts';

/** Stream of changes that is read over the network, as a browser reads it. */
export interface Listening {
  readonly status: number;
  readonly headers: Headers;
  /** Returns the text received so far. */
  readonly text: () => string;
  /**
   * Resolves once all of these kinds were received.
   * @throws {Error} if the stream ends before.
   */
  readonly received: (...kinds: readonly LiveKind[]) => Promise<void>;
  /** Resolves when the server has closed the stream. */
  readonly ended: Promise<unknown>;
  readonly leave: () => void;
}

/** Opens the stream of changes of the teacher with this token, on one process. */
export async function listen(
  { app }: TestApp,
  token: string,
  headers: Record<string, string> = {},
  since?: string,
): Promise<Listening> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return listenAt(`http://127.0.0.1:${port}`, token, headers, since);
}

/** Opens the stream at a server or its proxy. */
export async function listenAt(
  base: string,
  token: string,
  headers: Record<string, string> = {},
  since?: string,
): Promise<Listening> {
  const left = new AbortController();
  const response = await fetch(`${base}/api/live${since === undefined ? '' : `?since=${since}`}`, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${token}`, ...headers },
    signal: left.signal,
  });
  let text = '';
  let awaken = Promise.withResolvers<void>();
  const ended = read(response, (part) => {
    text += part;
    awaken.resolve();
    awaken = Promise.withResolvers();
  }).catch(() => {});
  const isOver = ended.then(() => 'over' as const);
  return {
    status: response.status,
    headers: response.headers,
    text: () => text,
    received: async (...kinds) => {
      while (!kinds.every((kind) => kindsIn(text).has(kind))) {
        if ((await Promise.race([awaken.promise, isOver])) === 'over') throw new Error(`only: ${text}`);
      }
    },
    ended,
    leave: () => left.abort(),
  };
}

async function read(response: Response, take: (part: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  for await (const part of response.body ?? []) take(decoder.decode(part, { stream: true }));
}

/** Returns the kinds in complete events. */
export function kindsIn(text: string): Set<LiveKind> {
  return new Set(eventsIn(text).flat());
}

/** Returns the kinds of each complete event with kinds, in order. */
export function eventsIn(text: string): LiveKind[][] {
  return changesIn(text).flatMap(({ kinds }) => (kinds.length > 0 ? [kinds] : []));
}

/** Returns the newest position in complete events. */
export function positionIn(text: string): string | undefined {
  return changesIn(text).findLast(({ position }) => position !== undefined)?.position;
}

/** Returns the data of each complete event, in order. */
export function changesIn(text: string): LiveChanges[] {
  const events = text.split('\n\n').slice(0, -1);
  const data = events
    .filter((event) => event.startsWith('data: '))
    .map((event) => event.slice('data: '.length));
  return data.map((one) => JSON.parse(one));
}
