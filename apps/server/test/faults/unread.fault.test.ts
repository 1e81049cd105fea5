import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen } from '../testing/events.ts';
import { registerTeacher } from '../testing/factories.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
let port: number;

beforeAll(async () => {
  test = await startTestApp();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = test.app.server.address() as AddressInfo);
});
afterAll(() => test.close());

/** Its answers, uncompressed, are more than the buffers of two ends of a connection hold. */
const LARGE = '/api/openapi.json';
const call = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

interface Unread {
  readonly client: Socket;
  /** The server's end of its connection. */
  readonly socket: Socket;
  /** How many bytes waited for it when the server gave it up; undefined where it was cut off before. */
  readonly waitingAtLast: () => number | undefined;
}

/** A client that asks so often at once and reads nothing. */
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

it('a client that asks on and on and takes no answer is cut off at once', async () => {
  const { client, socket, waitingAtLast } = await askAndNotRead(500);
  await once(socket, 'close');
  expect(waitingAtLast()).toBeUndefined();
  client.destroy();
});

it('a client that takes no answer is cut off after a while, and a stream on which nothing is told goes on', async () => {
  const stream = await listen(test, (await registerTeacher(test)).token);
  const { client, socket, waitingAtLast } = await askAndNotRead(20);
  await once(socket, 'close');
  expect(waitingAtLast()).toBeGreaterThan(0);
  client.destroy();
  const heard = stream.text().length;
  await expect.poll(() => stream.text().length).toBeGreaterThan(heard);
  stream.leave();
});

it('a client that asks twenty times at once is answered as often, and again on the same connection', async () => {
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

it('there is an end to how many connections a process keeps', () => {
  expect(test.app.server.maxConnections).toBeGreaterThan(10_000);
});
