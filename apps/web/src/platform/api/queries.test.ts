import type { UnreadAlerts } from '@mutual-transfer/domain/notices/alert';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callQuery } from './queries.ts';

/** What is asked, and what is answered: 304 where the caller has it. */
let asked: (string | null)[];
let unread: number;

const path = '/alerts/unread';
const query = callQuery(['alerts', 'mine', 'unread'], path, ({ unread: count }: UnreadAlerts) => ({ count }));

beforeEach(() => {
  asked = [];
  unread = 1;
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
    const tag = `W/"${unread}"`;
    const known = new Headers(headers).get('if-none-match');
    asked.push(known);
    return known === tag
      ? new Response(null, { status: 304, headers: { etag: tag } })
      : Response.json({ unread }, { headers: { etag: tag } });
  });
});
afterEach(() => vi.unstubAllGlobals());

it('what is asked again names the answer that is held, and goes on with it where it still holds', async () => {
  const client = new QueryClient();
  const first = await client.fetchQuery(query);
  expect(await client.fetchQuery(query)).toBe(first);
  unread = 2;
  expect(await client.fetchQuery(query)).toEqual({ count: 2 });
  expect(await client.fetchQuery(query)).toEqual({ count: 2 });
  expect(asked).toEqual([null, 'W/"1"', 'W/"1"', 'W/"2"']);
});

it('what a screen set by itself is no answer: it is asked for as a whole', async () => {
  const client = new QueryClient();
  await client.fetchQuery(query);
  client.setQueryData(query.queryKey, { count: 0 });
  expect(await client.fetchQuery(query)).toEqual({ count: 1 });
  expect(asked).toEqual([null, null]);
});

it('what another cache holds is not named', async () => {
  await new QueryClient().fetchQuery(query);
  await new QueryClient().fetchQuery(query);
  expect(asked).toEqual([null, null]);
});
