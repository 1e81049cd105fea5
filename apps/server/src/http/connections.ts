import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { App } from '../dependencies.ts';

const REQUEST_TIMEOUT_MS = 20_000;

/** Milliseconds after which a connection with a pending response and no progress is closed, because its client does not read. */
const STANDSTILL_MS = 45_000;

/** Timeouts of connections in milliseconds. By default Node waits forever for a client to read its responses. */
export const connectionOptions = {
  requestTimeout: REQUEST_TIMEOUT_MS,
  connectionTimeout: STANDSTILL_MS,
  /** Longer than nginx keeps an idle connection to its upstream. */
  keepAliveTimeout: 72_000,
  http: {
    headersTimeout: REQUEST_TIMEOUT_MS / 2,
    connectionsCheckingInterval: 2_000,
    // Otherwise Node itself would answer a call without `Host`, and not in JSON.
    requireHostHeader: false,
  },
};

/** Maximum number of unanswered calls per connection. Browsers and proxies do not pipeline calls. */
const MOST_UNANSWERED = 32;
/** Maximum number of connections. Further ones are closed. Without a proxy in front, each open page keeps one between its calls. */
const MOST_CONNECTIONS = 15_000;

/**
 * Bounds the memory held by clients that do not read: limits the number of connections, and the number of pending responses per connection.
 * HTTP allows a client to send further calls before it gets a response, and each pending response holds memory, or a file descriptor for a
 * file.
 */
export function boundConnections(app: App): void {
  app.server.maxConnections = MOST_CONNECTIONS;
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

/** Milliseconds after which a new connection that sent no data is treated as unused. */
const SILENT_MS = 1_000;

/**
 * Closes every connection after its current response once the server starts to close. Otherwise the server would wait for clients and
 * proxies, which keep connections open.
 */
export function endConnectionsWhenClosing(app: App): void {
  let isClosing = false;
  const connections = new Set<Socket>();
  const responses = new Set<ServerResponse>();
  app.server.on('connection', (connection: Socket) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  app.server.on('request', (_request, response: ServerResponse) => {
    responses.add(response);
    response.once('close', () => {
      responses.delete(response);
      // Closes connections whose response had already begun, without `Connection: close`.
      if (isClosing) setImmediate(() => app.server.closeIdleConnections());
    });
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    // Node sends `Connection: close` then. Fastify sends it with the responses to later calls.
    for (const response of responses) response.shouldKeepAlive = false;
    // Browsers open connections in advance. Node does not count these as idle.
    setTimeout(() => {
      for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
    }, SILENT_MS).unref();
  });
}

/** Work that continues after the response. Closing the server waits for it. */
export interface Background {
  run: (work: () => Promise<void>) => void;
  settled: () => Promise<void>;
}

/**
 * Creates the runner of background work.
 *
 * @param onError receives the error of failed work. Work that must not be lost is also stored in the database.
 */
export function createBackground(onError: (error: unknown) => void): Background {
  const running = new Set<Promise<void>>();
  return {
    run: (work) => {
      const done = work()
        .catch(onError)
        .finally(() => running.delete(done));
      running.add(done);
    },
    settled: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
