import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { load, rotated } from './load.ts';

test('a rotation holds every item once', () => {
  expect(rotated(['a', 'b', 'c'], 0)).toEqual(['a', 'b', 'c']);
  expect(rotated(['a', 'b', 'c'], 2)).toEqual(['c', 'a', 'b']);
});

test('every call is made, with its own headers, and refusals are counted', async () => {
  const seen = new Map<string | undefined, string | undefined>();
  const server = createServer((request, response) => {
    seen.set(request.url, request.headers.authorization);
    response.writeHead(request.url === '/refused' ? 400 : 200).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const calls = [
    { path: '/one', headers: { authorization: 'first' } },
    { path: '/two', headers: { authorization: 'second' } },
    { path: '/refused' },
  ];
  const taken = await load({ base: `http://127.0.0.1:${port}`, calls, connections: 3, seconds: 1 });
  server.closeAllConnections();
  server.close();
  expect(Object.fromEntries(seen)).toEqual({ '/one': 'first', '/two': 'second', '/refused': undefined });
  expect(taken.errors).toBe(0);
  expect(taken.refusals).toBeGreaterThan(0);
  expect(taken.milliseconds.length).toBeGreaterThan(taken.refusals);
});
