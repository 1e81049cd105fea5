import {
  environmentManager,
  focusManager,
  onlineManager,
  QueryClient,
  QueryObserver,
} from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callQuery, refetchEvery } from './queries.ts';
import { createQueryClient } from './query-client.ts';

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
  focusManager.setFocused(undefined);
  onlineManager.setOnline(true);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a query with an observer is refetched about every five minutes', async () => {
  const client = new QueryClient();
  const query = callQuery(['rings', 'the account'], '/rings', (answer: object) => answer);
  const leave = new QueryObserver(client, query).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(239_000);
  expect(fetch).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(122_000);
  expect(fetch).toHaveBeenCalledTimes(2);
  leave();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(fetch).toHaveBeenCalledTimes(2);
});

/** Shows the answer of one call, refetched at this interval. */
function watch(refetchInterval: number | (() => number) = refetchEvery.others) {
  const client = createQueryClient(() => {});
  client.mount();
  const query = callQuery(['rings', 'the account'], '/rings', (answer: object) => answer);
  return new QueryObserver(client, { ...query, refetchInterval }).subscribe(() => {});
}

it('a hidden tab makes no calls, and refetches at once when it is shown, however young its answers are', async () => {
  const leave = watch(refetchEvery.dashboard);
  await vi.advanceTimersByTimeAsync(0);
  focusManager.setFocused(false);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(fetch).toHaveBeenCalledTimes(1);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(fetch).toHaveBeenCalledTimes(2);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(fetch).toHaveBeenCalledTimes(3);
  leave();
});

it('answers are refetched at once when the network returns', async () => {
  const leave = watch();
  await vi.advanceTimersByTimeAsync(1_000);
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(fetch).toHaveBeenCalledTimes(2);
  leave();
});

it.each([
  [{ role: 'teacher' }, 5],
  [{ role: 'teacher', impersonated: true }, 1],
])('in two minutes a dashboard of %j makes %i calls', async (user, calls) => {
  const stored: Readonly<Record<string, string>> = { token: 'a token', user: JSON.stringify(user) };
  vi.stubGlobal('localStorage', { getItem: (name: string) => stored[name] ?? null });
  const leave = watch(refetchEvery.dashboard);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(fetch).toHaveBeenCalledTimes(calls);
  leave();
});
