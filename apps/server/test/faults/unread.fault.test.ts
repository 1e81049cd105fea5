import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
let port: number;

beforeAll(async () => {
  test = await startTestApp();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = test.app.server.address() as AddressInfo);
});
afterAll(() => test.close());

/** Path whose uncompressed response exceeds the buffers on both ends of a connection. */
const LARGE = '/api/openapi.json';
const call = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

interface Unread {
  client: Socket;
  /** Socket of the connection on the server. */
  socket: Socket;
  /** Returns the number of unsent bytes when the server closed the socket; undefined if it was destroyed earlier. */
  waitingAtLast: () => number | undefined;
}

/** Starts a client that sends many calls at once and reads no response. */
async function askAndNotRead(times: number): Promise<Unread> {
  const accepted = once(test.app.server, 'connection');
  const client = connect(port, '127.0.0.1').pause();
  client.on('error', () => {});
  client.write(call(LARGE).repeat(times));
  const [socket] = (await accepted) as [Socket];
  let waiting: number | undefined;
  socket.prependOnceListener('timeout', () => {
    waiting = socket.writableLength;
  });
  return { client, socket, waitingAtLast: () => waiting };
}

it('a client that keeps sending calls and reads no response is disconnected immediately', async () => {
  const { client, socket, waitingAtLast } = await askAndNotRead(500);
  await once(socket, 'close');
  expect(waitingAtLast()).toBeUndefined();
  client.destroy();
});

it('a client that reads no response is disconnected after a while', async () => {
  const { client, socket, waitingAtLast } = await askAndNotRead(20);
  await once(socket, 'close');
  expect(waitingAtLast()).toBeGreaterThan(0);
  client.destroy();
});

it('a client that pipelines twenty calls gets all responses, and further ones on the same connection', async () => {
  const client = connect(port, '127.0.0.1');
  let text = '';
  client.on('data', (part) => {
    text += part;
  });
  const answered = () => text.split('HTTP/1.1 200 ').length - 1;
  for (const times of [20, 40, 60]) {
    client.write(call('/api/health').repeat(20));
    await expect.poll(answered).toBe(times);
  }
  client.destroy();
});

it('the number of connections per process is limited', () => {
  expect(test.app.server.maxConnections).toBeGreaterThan(10_000);
});
