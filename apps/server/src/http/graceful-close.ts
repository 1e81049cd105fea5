import type { Socket } from 'node:net';
import type { App } from './dependencies.ts';

/** A client that has sent nothing for so long after it connected was not about to. */
const SILENT_MS = 1_000;

/**
 * Once the server closes, every connection ends with the answer that is on its way: clients and proxies keep connections
 * open, and closing would wait for them.
 */
export function endConnectionsWhenClosing(app: App): void {
  let isClosing = false;
  const connections = openConnections(app);
  app.addHook('preClose', async () => {
    isClosing = true;
    // Browsers connect ahead of what they will ask. To Node such a connection is not idle.
    setTimeout(() => {
      for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
    }, SILENT_MS).unref();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
  // An answer that had begun before says nothing of closing.
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
