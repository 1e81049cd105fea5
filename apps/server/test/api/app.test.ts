import type { Problem } from '@mutual-transfer/domain/problem';
import { filterEntries } from '@mutual-transfer/domain/requests/request-filters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followOffers } from '../../src/matching/graph/live-graph.ts';
import { connect } from '../../src/platform/database/open-database.ts';
import { createLimits } from '../../src/platform/limits.ts';
import { newBrowser } from '../testing/limited-app.ts';
import { joinTestApp, startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const logIn = (body: unknown, type = 'application/json') =>
  test.call({ method: 'POST', url: '/api/auth/login', body, headers: { 'content-type': type } });

describe('every response', () => {
  it.each([
    ['{', 'application/json', 400, 'malformed'],
    ['"text"', 'application/json', 400, 'malformed'],
    ['{"email":"a","email":"b"}', 'application/json', 400, 'malformed'],
    ['['.repeat(60_000), 'application/json', 400, 'malformed'],
    [`{"email":"${'x'.repeat(70_000)}"}`, 'application/json', 413, 'payload_too_large'],
    ['email=a', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    ['hello', 'text/plain', 415, 'unsupported_media_type'],
  ])('to an invalid body names the error', async (body, type, status, code) => {
    const response = await logIn(body, type);
    expect([response.statusCode, response.json<Problem>().code]).toEqual([status, code]);
    expect(response.json<Problem>().requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('carries the security headers, errors included', async () => {
    for (const url of ['/api/health', '/api/nothing', '/api/requests']) {
      const { headers } = await test.call({ url });
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['strict-transport-security']).toContain('max-age=');
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
      expect(headers['permissions-policy']).toContain('camera=()');
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  it('is only for pages of this origin: no CORS header is sent to others', async () => {
    const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' };
    const answer = await test.call({ url: '/api/requests/public', headers });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    const preflight = await test.app.inject({ method: 'OPTIONS', url: '/api/auth/login', headers });
    expect(preflight.statusCode).toBe(404);
  });

  it('is for a request that arrived within twenty seconds, its headers within ten', () => {
    const { requestTimeout, headersTimeout } = test.app.server;
    expect([requestTimeout, headersTimeout]).toEqual([20_000, 10_000]);
  });

  it('is compressed if it is long and the client accepts that', async () => {
    const read = (encoding: string) =>
      test.call({ url: '/api/reference', headers: { 'accept-encoding': encoding } });
    const plain = await read('identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const encoding of ['br', 'gzip']) {
      const { headers, rawPayload } = await read(encoding);
      expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'accept-encoding']);
      expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
    }
  });
});

describe('without the database', () => {
  it('a response is 503 with Retry-After, without a stack trace', async () => {
    const connection = { host: '/no/such/folder', database: 'none' };
    const graph = followOffers({ connection, now: () => new Date(), onError: () => {} });
    const away = await startTestApp(() => ({ ...connect(connection), graph }));
    const response = await away.call({ url: '/api/ready' });
    const list = await away.call({ url: '/api/requests/public' });
    await away.close();
    await graph.close();
    expect(list.statusCode).toBe(503);
    expect([response.statusCode, response.json<Problem>().code]).toEqual([503, 'unavailable']);
    expect(response.headers['retry-after']).toBe('2');
    expect(response.json<Problem>().message).not.toMatch(/pool|pg|destroy/i);
  });
});

describe('the description of the API', () => {
  it('describes each filter of the lists', async () => {
    const response = await test.call({ url: '/api/openapi.json' });
    const { paths } = response.json<{
      paths: Record<string, { get: { parameters: { name: string; description?: string }[] } }>;
    }>();
    for (const path of ['/api/requests', '/api/requests/public']) {
      const described = paths[path]?.get.parameters.map(({ name, description }) => [name, description]);
      expect(described).toEqual(
        expect.arrayContaining(filterEntries.map(([name, { about }]) => [name, about])),
      );
    }
  });

  it('has a page for readers', async () => {
    const response = await test.call({ url: '/api/docs/' });
    expect([response.statusCode, response.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
  });

  it('has a page that obeys the CSP of every response and loads only its own files', async () => {
    const [page, other] = [await test.call({ url: '/api/docs/' }), await test.call({ url: '/api/health' })];
    const directivesOf = ({ headers }: typeof page) => String(headers['content-security-policy']).split(';');
    expect(directivesOf(page)).toEqual([
      ...directivesOf(other),
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "connect-src 'self'",
    ]);
    expect(page.body).not.toMatch(/<style|<script>|https?:/);
  });
});

describe('reference data', () => {
  it('is cached for a year under the hash of its content', async () => {
    const plain = await test.call({ url: '/api/reference' });
    const hash = String(plain.headers.etag).replaceAll('"', '');
    const hashed = await test.call({ url: `/api/reference?v=${hash}` });
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(plain.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    const { districts } = hashed.json<{ districts: { blocks: unknown[] }[] }>();
    expect(districts).toHaveLength(38);
    expect(districts.flatMap((district) => district.blocks)).toHaveLength(534);
    const again = await test.call({ url: '/api/reference', headers: { 'if-none-match': `"${hash}"` } });
    expect(again.statusCode).toBe(304);
  });
});

describe('reads', () => {
  it('are limited to 300 in five minutes per browser', async () => {
    const first = await startTestApp(({ db }) => ({
      limits: createLimits(db, { visitorRowsADay: 3_000 }),
    }));
    try {
      const cookie = await newBrowser(first);
      const read = (headers: object) =>
        first.call({ url: '/api/reference', address: '198.51.100.7', headers: { ...headers } });
      const answers = await Promise.all(Array.from({ length: 301 }, () => read({ cookie })));
      expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(1);
      expect((await read({ cookie: await newBrowser(first) })).statusCode).toBe(200);
      const health = await first.call({ url: '/api/health', address: '198.51.100.7' });
      expect(health.statusCode).toBe(200);
    } finally {
      await first.close();
    }
  });

  it('are counted over all processes, each of which may exceed the limit by less than one batch of 25', async () => {
    const first = await startTestApp(({ db }) => ({
      limits: createLimits(db, { visitorRowsADay: 3_000 }),
    }));
    const second = await joinTestApp(first, {
      limits: createLimits(first.database.db, { visitorRowsADay: 3_000 }),
    });
    const headers = { cookie: await newBrowser(first) };
    const read = async (app: TestApp) =>
      (await app.call({ url: '/api/reference', address: '198.51.100.7', headers })).statusCode;
    try {
      for (let count = 0; count < 290; count++) expect(await read(first)).toBe(200);
      const statuses = [];
      for (let count = 0; count < 60; count++) statuses.push(await read(second));
      // When the second process reserves its first batch of 25, it learns how many calls the first process has admitted.
      expect(statuses.indexOf(429)).toBe(25);
      expect(statuses.slice(25).every((status) => status === 429)).toBe(true);
      expect(await read(first)).toBe(200);
      for (let count = 0; count < 10; count++) await read(first);
      expect(await read(first)).toBe(429);
    } finally {
      await second.close();
      await first.close();
    }
  });
});
