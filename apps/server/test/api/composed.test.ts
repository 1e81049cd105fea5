import { connect } from 'node:net';
import { DEFAULT_LANGUAGE } from '@mutual-transfer/domain/language/language';
import type { Problem } from '@mutual-transfer/domain/problem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import { createLimits } from '../../src/platform/limits.ts';
import { createCast } from '../testing/cast.ts';
import { makeAdministrator } from '../testing/factories.ts';
import { goodCall } from '../testing/good-calls.ts';
import { newBrowser } from '../testing/limited-app.ts';
import { type Route, withRoutes } from '../testing/routes.ts';
import { startComposedApp, type TestApp } from '../testing/test-app.ts';

type Document = { paths: Readonly<Record<string, Readonly<Record<string, object>>>> };
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

let test: TestApp;
let routes: Route[];
let document: Document;

beforeAll(async () => {
  ({ started: test, routes } = await withRoutes(() => startComposedApp()));
  const answer = await test.call({ url: '/api/openapi.json' });
  expect(answer.statusCode, answer.body).toBe(200);
  document = answer.json<Document>();
});
afterAll(() => test.close());

const isHidden = (route: string) => ['GET /api/openapi.json', 'GET /api/notices/stop'].includes(route);

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ path, method: method.toUpperCase() as Method })),
  );

/** Expects an error response with a sentence, a code, and the id of the call, which is in the header too. */
function expectProblem(answer: Awaited<ReturnType<TestApp['call']>>, status: number, code: string): void {
  expect([answer.statusCode, answer.headers['content-type']], answer.body).toEqual([
    status,
    'application/json; charset=utf-8',
  ]);
  const problem = answer.json<Problem>();
  expect(problem).toMatchObject({ code, message: expect.stringMatching(/\w{3}/) });
  expect(problem.requestId).toBe(answer.headers['x-request-id']);
}

const contentTypes: readonly (readonly [ending: string, type: string])[] = [
  ['.csv', 'text/csv; charset=utf-8'],
  ['.pdf', 'application/pdf'],
  ['.ics', 'text/calendar'],
  ['.png', 'image/png'],
  ['.zip', 'application/zip'],
  ['/orders/document', 'application/pdf'],
];

/** Returns the expected content type of a route: by the end of the path for files, and JSON for errors and everything else. */
function contentTypeOf(route: string, statusCode: number): string {
  const file = statusCode >= 300 ? undefined : contentTypes.find(([ending]) => route.endsWith(ending));
  return file === undefined ? 'application/json; charset=utf-8' : file[1];
}

describe('the description of the running product', () => {
  it('contains every route of the API once, except its own page', () => {
    const described = operations().map(({ path, method }) => `${method} ${path}`);
    const registered = routes
      .filter(({ url, method }) => url.startsWith('/api/') && method !== 'HEAD')
      .map(({ url, method }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)
      .filter((route) => !route.startsWith('GET /api/docs') && !isHidden(route));
    expect(described.toSorted()).toEqual(registered.toSorted());
    expect(described.length).toBeGreaterThan(40);
  });

  it('matches each route: a valid call returns the documented type and the id of the call', async () => {
    for (const { path, method } of operations()) {
      const cast = await createCast(test);
      const route = `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
      const isAdmins = path.includes('/admin/') || (method === 'PUT' && path.includes('/payment/'));
      const token = isAdmins ? cast.tokens.admin : cast.tokens.owner;
      const answer = await test.call({ ...goodCall(route, cast), token });
      expect(answer.statusCode, `${route} ${answer.body}`).toBeLessThan(500);
      expect(answer.headers['x-request-id'], route).toMatch(/^[0-9a-f-]{36}$/);
      if (answer.body !== '')
        expect(answer.headers['content-type'], route).toContain(contentTypeOf(route, answer.statusCode));
    }
  });
});

describe('an unknown path of the API', () => {
  const unknown = [
    '/api',
    '/api/',
    '/api/nothing',
    '/api/requests/',
    '/api//requests/public',
    '/api/a/b/c?d=e',
  ];
  const odd = [
    '/api/%6eothing',
    '/%61pi/nothing',
    '/%61%70%69',

    '/api/..;/x',
    '/api/é',
  ];

  it.each([...unknown, ...odd])('%s is 404 in JSON for every method', async (url) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const body = method === 'GET' ? {} : { body: { any: 'thing' } };
      expectProblem(await test.call({ method, url, ...body }), 404, 'not_found');
    }
  });

  it.each(['/api/%', '/api/%E0%A4%A', '/api/requests/%ff/matches', '/%'])(
    '%s is 400 in JSON',
    async (url) => {
      expectProblem(await test.call({ url }), 400, 'malformed');
    },
  );

  it.each(['/%0aabc', '/login%0a', '/share/%0D', '/%E2%80%A8x', '/%e2%80%a9'])(
    '%s with a line break is 404 in JSON and has no effect',
    async (url) => {
      expectProblem(await test.call({ url }), 404, 'not_found');
    },
  );

  it('answers HEAD as well, and in the language of the caller', async () => {
    const head = await test.app.inject({ method: 'HEAD', url: '/api/nothing' });
    expect([head.statusCode, head.body]).toEqual([404, '']);
    const hindi = await test.call({ url: '/api/nothing', headers: { 'accept-language': 'hi' } });
    expect(hindi.json<Problem>().message).toBe('यह नहीं मिला।');
  });
});

describe('an unsupported method', () => {
  const all = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

  it('is 404 in JSON on every route, like an unknown path', async () => {
    const { token } = await makeAdministrator(test);
    for (const [path, methods] of Object.entries(document.paths)) {
      const allowed = Object.keys(methods).map((method) => method.toUpperCase());
      const url = path.replaceAll(/\{\w+\}/g, '01900000-0000-7000-8000-000000000000');
      for (const method of all.filter((one) => !allowed.includes(one) && !isHidden(`${one} ${path}`))) {
        const answer = await test.app.inject({
          method: method as Method,
          url,
          headers: { authorization: `Bearer ${token}` },
        });
        expectProblem(answer, 404, 'not_found');
      }
    }
  });

  it('is 404 on pages and files too', async () => {
    for (const url of ['/', '/login', '/robots.txt', '/nothing']) {
      for (const method of all.filter((one) => one !== 'GET'))
        expectProblem(await test.app.inject({ method: method as Method, url }), 404, 'not_found');
    }
  });
});

describe('a malformed call', () => {
  const hosts = ['a b', 'host:port', 'http://x', 'x/y', '[::1', 'a@b', 'x:99999', '%', '<script>'];

  it.each(hosts)('with the host "%s" is 400 on the API and on pages', async (host) => {
    for (const url of ['/api/health', '/login', '/view-requests'])
      expectProblem(await test.call({ url, headers: { host } }), 400, 'malformed');
  });

  it.each(['localhost', 'example.com:8443', '[::1]:3000', '192.0.2.7', 'xn--p1b6ci4b4b3a.in'])(
    'is not assumed for the host %s',
    async (host) => {
      for (const url of ['/api/health', '/login']) {
        expect((await test.call({ url, headers: { host } })).statusCode).toBe(200);
      }
    },
  );

  it('is not assumed because of a forwarded header from an untrusted client', async () => {
    const headers = { 'x-forwarded-host': 'a b', 'x-forwarded-proto': 'java script', forwarded: 'host="' };
    for (const url of ['/api/health', '/login']) {
      expect((await test.call({ url, headers })).statusCode).toBe(200);
    }
  });

  it('is 400 in JSON if it is no HTTP, or has no valid path', async () => {
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    const address = test.app.server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const calls = [
      'GEET /api/health HTTP/1.1\r\nHost: x\r\n\r\n',
      'nothing at all\r\n\r\n',
      'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n',
      'GET /api/health HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n',
      'GET /api/health HTTP/1.1\r\nHost: x\r\nHost: y\r\nBad Header: 1\r\n\r\n',
      'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      'GET http://other/api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      'GET api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    ];
    for (const call of calls) {
      const [head = '', body = ''] = (await send(port, call)).split('\r\n\r\n');
      expect(head, call).toMatch(/^HTTP\/1.1 400 /);
      const id = /x-request-id: (\S+)/i.exec(head)?.[1];
      expect(JSON.parse(body), call).toMatchObject({ code: 'malformed', requestId: id });
    }
  });
});

/** Sends raw bytes, and reads the response until the server closes the connection. */
function send(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (part) => parts.push(part));
    socket.on('end', () => resolve(Buffer.concat(parts).toString()));
    socket.on('error', reject);
  });
}

describe('a response that is the same for every visitor', () => {
  it.each(['/api/requests/public', '/api/requests/map', '/api/plan', '/api/reference'])(
    '%s has an ETag, and answers 304 to a client that has it, in each language',
    async (url) => {
      const first = await test.call({ url, headers: { 'accept-language': 'en' } });
      const tag = String(first.headers.etag);
      expect([first.statusCode, tag], url).toEqual([200, expect.stringMatching(/^(W\/)?".+"$/)]);
      expect(first.headers['cache-control']).toMatch(/^public/);
      const again = await test.call({ url, headers: { 'accept-language': 'en', 'if-none-match': tag } });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag]);
      const other = await test.call({ url, headers: { 'if-none-match': '"another"' } });
      expect(other.statusCode).toBe(200);
    },
  );
});

describe('pages', () => {
  const shared = (on: TestApp, host: string) =>
    on.call({ url: `/i/${DEFAULT_LANGUAGE}/2gwi35`, headers: { host } });
  const addressIn = (html: string) => /<meta property="og:url" content="([^"]*)"/.exec(html)?.[1];

  it('of shared links name the configured address, whatever host was sent', async () => {
    const config = readConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      PUBLIC_URL: 'https://transfer.example.org',
    });
    const configured = await startComposedApp(() => ({ config }));
    const { body } = await shared(configured, 'claimed.example');
    await configured.close();
    expect(addressIn(body)).toBe(`https://transfer.example.org/i/${DEFAULT_LANGUAGE}/2gwi35`);
    expect(body).not.toContain('claimed.example');
  });

  it('of shared links name the requested host if no address is configured, and are not stored by shared caches', async () => {
    const { body, headers } = await shared(test, 'asked.example:8080');
    expect(addressIn(body)).toBe(`http://asked.example:8080/i/${DEFAULT_LANGUAGE}/2gwi35`);
    expect(headers['cache-control']).toBe('private, no-cache');
    expect((await shared(test, 'asked.example"><b>')).statusCode).toBe(400);
  });

  it('are limited to 600 in five minutes per browser, and a hundred times as many per address', async () => {
    const limited = await startComposedApp(({ db }) => ({
      limits: createLimits(db, { visitorRowsADay: 3_000 }),
    }));
    try {
      const cookie = await newBrowser(limited);
      const [, id] = /^browser=([^.]+)/.exec(cookie) ?? [];
      const address = '203.0.113.5';
      const read = () => limited.call({ url: '/no-such-page', address, headers: { cookie } });
      const { pool } = limited.database;
      expect((await read()).statusCode).toBe(404);
      for (let number = 0; number < 23; number++) await read();
      const insert = `insert into rate_limits values ($1, $2, clock_timestamp() + interval '5 minutes')
        on conflict (key) do update set points = $2`;
      await pool.query(insert, [`page:${id}`, 600]);
      expect((await read()).statusCode).toBe(429);
      const other = () => limited.call({ url: '/no-such-page', address });
      expect((await other()).statusCode).toBe(404);
      await pool.query(insert, [`page-address:${address}`, 60_000]);
      for (let number = 0; number < 25; number++) await other();
      const refused = await other();
      expect([refused.statusCode, refused.headers['content-type']]).toEqual([
        429,
        'text/html; charset=utf-8',
      ]);
    } finally {
      await limited.close();
    }
  });
});

describe('a file of the build', () => {
  it('has the headers that browsers apply to scripts, but not those for documents only', async () => {
    const page = await test.call({ url: '/' });
    const [script = ''] = /\/assets\/[\w.-]+\.js/.exec(page.body) ?? [];
    const { headers } = await test.call({ url: script, headers: { 'accept-encoding': 'br' } });
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'",
      'strict-transport-security': expect.stringContaining('max-age='),
      'x-content-type-options': 'nosniff',
    });
    const answer = await test.call({ url: '/api/payment/settings' });
    for (const name of ['x-frame-options', 'cross-origin-opener-policy']) {
      expect(page.headers).toHaveProperty(name);
      expect(headers).not.toHaveProperty(name);
      expect(answer.headers).not.toHaveProperty(name);
    }
    for (const name of ['permissions-policy', 'referrer-policy']) {
      expect(page.headers).toHaveProperty(name);
      expect(headers).not.toHaveProperty(name);
      expect(answer.headers).toHaveProperty(name);
    }
    for (const name of ['etag', 'last-modified']) expect(headers).not.toHaveProperty(name);
  });
});
