import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callApi } from './client.ts';

vi.mock('./solve-proof.ts', () => ({ solveProof: async () => 'a solved task' }));

/** Idempotency keys of all calls. */
let keys: (string | null)[];
let status: number | undefined;
let code: string;

beforeEach(() => {
  keys = [];
  code = 'conflict';
  const session = { token: 'a token', user: JSON.stringify({ role: 'teacher' }) };
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('localStorage', { getItem: (name: string) => session[name as 'token' | 'user'] ?? null });
  vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'));
    if (status === undefined) throw new TypeError('Failed to fetch');
    return Response.json({ code, message: 'A sentence.' }, { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

const post = (body: object) => callApi('/requests', { method: 'POST', body }).catch(() => {});

it('a POST whose response was lost is repeated with the same key, and has a new one after a response', async () => {
  status = undefined;
  await post({ reason: 'One' });
  await post({ reason: 'Another' });
  status = 409;
  await post({ reason: 'One' });
  await post({ reason: 'One' });
  const [lost, other, again, next] = keys;
  expect(lost).toMatch(/^[0-9a-f]{32}$/);
  expect(again).toBe(lost);
  expect(new Set([lost, other, next]).size).toBe(3);
});

it('a POST whose response was lost has a new key for another tag', async () => {
  status = undefined;
  for (const tag of ['"one"', '"two"']) await callApi('/release', { method: 'POST', tag }).catch(() => {});
  expect(new Set(keys).size).toBe(2);
});

it.each([
  [504, 'unavailable'],
  [500, 'internal'],
  [429, 'rate_limited'],
  [409, 'in_progress'],
])('a POST that was answered %s %s is repeated with the same key', async (first, name) => {
  [status, code] = [first, name];
  await post({ reason: 'One more' });
  [status, code] = [409, 'conflict'];
  await post({ reason: 'One more' });
  expect(keys[1]).toBe(keys[0]);
});

it('a GET has no key', async () => {
  status = 200;
  await callApi('/requests/my');
  expect(keys).toEqual([null]);
});

it('a read beyond the ceiling of its address is repeated after one proof of work, a form is not', async () => {
  const sent: string[] = [];
  let isProved = false;
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    sent.push(`${method} ${address}`);
    isProved ||= method === 'POST' && address === '/api/auth/proof';
    return isProved || address === '/api/auth/proof'
      ? Response.json({})
      : Response.json({ code: 'proof_needed', message: 'A sentence.' }, { status: 400 });
  });
  await callApi('/requests/public');
  expect(sent).toEqual([
    'GET /api/requests/public',
    'GET /api/auth/proof',
    'POST /api/auth/proof',
    'GET /api/requests/public',
  ]);
  isProved = false;
  await expect(callApi('/auth/login', { method: 'POST', body: {} })).rejects.toMatchObject({
    code: 'proof_needed',
  });
});
