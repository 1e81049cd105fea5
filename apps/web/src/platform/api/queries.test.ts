import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callQuery } from './queries.ts';

beforeEach(() => {
  environmentManager.setIsServer(() => false);
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json({})),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a query with an observer is refetched about every five minutes', async () => {
  const client = new QueryClient();
  const query = callQuery(['matches', 'the account'], '/matches', (answer: object) => answer);
  const leave = new QueryObserver(client, query).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(239_000);
  expect(fetch).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(122_000);
  expect(fetch).toHaveBeenCalledTimes(2);
  leave();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(fetch).toHaveBeenCalledTimes(2);
});
