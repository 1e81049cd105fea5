import type { Socket } from 'node:net';
import type { Config } from '../config.ts';
import type { App } from './dependencies.ts';

const REQUEST_TIMEOUT_MS = 20_000;

/** On a connection with a call in hand on which nothing moves for so long, its client takes no answer. Longer than between two heartbeats of a stream. */
const STANDSTILL_MS = 45_000;

/** How long connections last, in milliseconds. By itself Node waits for ever for a client to take its answers. */
export const connectionOptions = {
  requestTimeout: REQUEST_TIMEOUT_MS,
  connectionTimeout: STANDSTILL_MS,
  /** Longer than nginx keeps a connection on which nothing is asked. */
  keepAliveTimeout: 72_000,
  http: {
    headersTimeout: REQUEST_TIMEOUT_MS / 2,
    connectionsCheckingInterval: 2_000,
    // Node would answer a call without `Host` by itself, and not in JSON.
    requireHostHeader: false,
  },
};

/** Browsers and proxies ask again once they are answered. */
const MOST_UNANSWERED = 32;
/** Beside open streams; beyond, new connections are closed. */
const MOST_CONNECTIONS = 5_000;

/**
 * Bounds what clients hold by not reading: how many connections there are, and how many answers wait on one. HTTP lets a client ask on
 * before it is answered, and each answer that waits holds memory, a file that is sent a descriptor.
 */
export function boundConnections(app: App, { liveStreams }: Pick<Config, 'liveStreams'>): void {
  app.server.maxConnections = liveStreams + MOST_CONNECTIONS;
  const unanswered = new WeakMap<Socket, number>();
  const add = (socket: Socket, change: number) => {
    const count = (unanswered.get(socket) ?? 0) + change;
    unanswered.set(socket, count);
    return count;
  };
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    reply.raw.once('close', () => add(socket, -1));
    if (add(socket, 1) <= MOST_UNANSWERED && !socket.destroyed) return;
    socket.destroy();
    reply.hijack();
  });
}
