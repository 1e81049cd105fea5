import type { Socket } from 'node:net';
import type { App } from './dependencies.ts';

/** Milliseconds after which a new connection that sent no data is treated as unused. */
const SILENT_MS = 1_000;

/**
 * Closes every connection after its current response once the server starts to close. Otherwise the server would wait for clients and
 * proxies, which keep connections open.
 */
export function endConnectionsWhenClosing(app: App): void {
  let isClosing = false;
  const connections = openConnections(app);
  app.addHook('preClose', async () => {
    isClosing = true;
    // Browsers open connections in advance. Node does not count these as idle.
    setTimeout(() => {
      for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
    }, SILENT_MS).unref();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
  // Closes connections whose response had already begun, without `Connection: close`.
  app.addHook('onResponse', async () => {
    if (isClosing) setImmediate(() => app.server.closeIdleConnections());
  });
}

function openConnections(app: App): ReadonlySet<Socket> {
  const connections = new Set<Socket>();
  app.server.on('connection', (connection: Socket) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  return connections;
}
