import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Problem } from '@mutual-transfer/domain/problem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdministrator } from '../../test/testing/factories.ts';
import { startTestApp, type TestApp } from '../../test/testing/test-app.ts';
import { securityHeaders } from './response-headers.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const statusOf = async (query: string) =>
  (await test.call({ url: `/api/requests/public?${query}` })).statusCode;

it.each(['page=1&page=1', 'page=1&page=2', 'search=a&district=Gaya&search=a', 'search=&search='])(
  'the query %s is refused with an error at the repeated parameter',
  async (query) => {
    const answer = await test.call({ url: `/api/requests/public?${query}` });
    expect([answer.statusCode, answer.json<Problem>().code]).toEqual([400, 'validation_failed']);
    expect(Object.keys(answer.json<Problem>().fields ?? {})).toHaveLength(1);
  },
);

it('an empty parameter means that it is not given, as the forms of the specification send it', async () => {
  const { token } = await makeAdministrator(test);
  const read = async (url: string) => (await test.call({ url, token })).body;
  const lists = ['/api/requests/public', '/api/requests', '/api/admin/users', '/api/admin/matches'];
  for (const list of lists) {
    const all = await read(list);
    expect(JSON.parse(all), list).not.toHaveProperty('code');
    for (const query of ['search=', 'search', '&', '&'.repeat(14_000)])
      expect(await read(`${list}?${query}`), `${list} ${query}`).toBe(all);
  }
  expect(await statusOf('search=&urgency=&page=1')).toBe(200);
  expect(await statusOf('search=&urgency=&page=1&noSuchFilter=')).toBe(200);
  expect(await statusOf('=1')).toBe(400);
});

it('well-formed queries are answered', async () => {
  for (const query of ['', 'page=1', 'search=a%20b&page=1', 'search=a%3Db', 'search=a%26b']) {
    expect(await statusOf(query), query).toBe(200);
  }
});

it('responses that contain sentences vary by `Accept-Language`', async () => {
  const calls = ['/api/requests/public', '/api/auth/profile', '/api/nowhere', '/api/requests/public?page=x'];
  for (const url of calls) {
    expect(String((await test.call({ url })).headers.vary), url).toMatch(/accept-language/i);
  }
});

describe('a call that is sent as bytes', () => {
  beforeAll(() => test.app.listen({ port: 0, host: '127.0.0.1' }));

  /** Returns the head and the body of the response. */
  async function send(bytes: string | Buffer): Promise<string> {
    const { port } = test.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.write(bytes);
    return text(socket);
  }

  it('is refused if it has two Host headers', async () => {
    const answer = await send('GET /api/health HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 400 [\s\S]*"code":"malformed"/);
  });

  it.each([
    ['an invalid URL', 'GET /api/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['no HTTP', 'garbage\r\n\r\n'],
    ['long headers', `GET /api/health HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`],
    [
      'an unknown expectation',
      'GET /api/nowhere HTTP/1.1\r\nHost: x\r\nExpect: y\r\nConnection: close\r\n\r\n',
    ],
  ])('gets an error with the security headers if it has %s', async (_name, bytes) => {
    const answer = await send(bytes);
    expect(answer).toMatch(/^HTTP\/1.1 4\d\d [\s\S]*"code":"/);
    for (const [name, value] of Object.entries(securityHeaders))
      expect(answer.toLowerCase()).toContain(`${name}: ${value}`.toLowerCase());
  });

  it('is refused if its JSON is not UTF-8', async () => {
    const body = Buffer.from('{"email":"S\xF6ren@example.com","password":"x"}', 'latin1');
    const head = `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    expect(await send(Buffer.concat([Buffer.from(head), body]))).toMatch(
      /^HTTP\/1.1 400 [\s\S]*"code":"malformed"/,
    );
  });
});

it('the API description has an ETag of its content, and answers 304 to a client that has it', async () => {
  const url = '/api/openapi.json';
  const first = await test.call({ url });
  expect(first.headers).toMatchObject({
    'cache-control': 'public, no-cache',
    etag: expect.stringMatching(/^"[\w-]{43}"$/),
  });
  const again = await test.call({ url, headers: { 'if-none-match': String(first.headers.etag) } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});
