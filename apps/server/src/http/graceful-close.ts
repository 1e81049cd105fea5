import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { App } from '../dependencies.ts';

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
