import type { App } from './dependencies.ts';

/**
 * Once the server closes, every connection ends with the answer that is on its way: clients and proxies keep connections
 * open, and closing would wait for them.
 */
export function endConnectionsWhenClosing(app: App): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
  // An answer that had begun before says nothing of closing.
  app.addHook('onResponse', async () => {
    if (isClosing) setImmediate(() => app.server.closeIdleConnections());
  });
}
