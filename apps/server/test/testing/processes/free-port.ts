import { once } from 'node:events';
import { createServer } from 'node:net';

/** Returns a loopback port that is free now. Another process may take the port before the caller uses it. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
