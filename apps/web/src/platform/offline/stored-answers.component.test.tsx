import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { idOf, signInAs } from '../../testing/people.ts';
import { ApiError } from '../api/client.ts';
import { clearSession, OWN_CACHE } from '../session/session.ts';
import { ownAddresses, writeOwn } from './account-cache.ts';
import { restoreAnswer, storeAnswers } from './stored-answers.ts';

const userId = idOf(1);
const AGREEMENT = '/stored/answers/agreements/one/1';
const agreementKey = ['agreements', userId, 'one', '1'];

beforeEach(async () => {
  signInAs();
  for (const address of ['/stored/answers/matches/1/en', AGREEMENT]) {
    const answer = {
      userId,
      data: { name: 'Sunita Kumari' },
      at: Date.now() - 3_600_000,
      load: 1,
      build: '',
    };
    await writeOwn(address, answer);
  }
});
afterEach(async () => {
  clearSession();
  await caches.delete(OWN_CACHE);
});

const refetch = vi.fn<() => Promise<unknown>>();
const renewal = { queryKey: agreementKey, queryFn: refetch };

/** Simulates a page load that the server answers. @returns a function that ends the page load. */
async function load(): Promise<() => void> {
  refetch.mockClear();
  const client = new QueryClient();
  const stop = storeAnswers(client, ([kind]) => (kind === 'agreements' ? renewal : undefined));
  await client.fetchQuery({ queryKey: ['profile', userId], queryFn: () => 1 });
  await expect.poll(() => refetch).toHaveBeenCalledOnce();
  return stop;
}

const never = () => new Promise<unknown>(() => {});

it('after an interrupted page load the next one renews the stored answers about other teachers', async () => {
  refetch.mockImplementation(never);
  const interrupt = await load();
  interrupt();
  refetch.mockResolvedValue({ name: 'Sunita Kumari' });
  await load();
  const stored = async () => (await caches.match(AGREEMENT))?.text();
  await expect.poll(stored).toContain('Sunita');
  expect(await ownAddresses('/stored/answers/matches')).toEqual([]);
});

it('a stored answer is deleted if the server refuses to renew it, and stays if the server is unreachable', async () => {
  refetch.mockRejectedValue(new ApiError(0, undefined));
  (await load())();
  expect(await ownAddresses(AGREEMENT)).toEqual([AGREEMENT]);
  refetch.mockRejectedValue(new ApiError(404, undefined));
  (await load())();
  await expect.poll(() => ownAddresses(AGREEMENT)).toEqual([]);
});

it('names of other teachers are deleted before the answers are renewed', async () => {
  refetch.mockImplementation(never);
  (await load())();
  expect(await (await caches.match(AGREEMENT))?.text()).not.toContain('Sunita');
  const client = new QueryClient();
  await restoreAnswer(client, agreementKey);
  expect(client.getQueryData(agreementKey)).toBeUndefined();
});

it('names of other teachers are deleted even if the storage of the device is full', async () => {
  refetch.mockImplementation(never);
  const full = vi.spyOn(Cache.prototype, 'put').mockRejectedValue(new DOMException('', 'QuotaExceededError'));
  const stop = await load();
  full.mockRestore();
  stop();
  expect(await ownAddresses('/stored/answers')).toEqual([]);
});

it('reference data, which may come from the browser’s HTTP cache, causes no deletion of stored answers', async () => {
  const client = new QueryClient();
  const stop = storeAnswers(client, () => undefined);
  // Deleting begins with this call.
  const looked = vi.spyOn(CacheStorage.prototype, 'has');
  await client.fetchQuery({ queryKey: ['reference', 'hash'], queryFn: () => 1 });
  expect(looked).not.toHaveBeenCalled();
  looked.mockRestore();
  stop();
});
