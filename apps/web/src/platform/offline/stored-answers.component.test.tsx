import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { idOf, signInAs } from '../../testing/people.ts';
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

/** Simulates a page load that the server answers, and that ends before an agreement is renewed. */
async function load(): Promise<void> {
  const client = new QueryClient();
  const renew = vi.fn();
  const stop = storeAnswers(client, ([kind]) => (kind === 'agreements' ? renew : undefined));
  await client.fetchQuery({ queryKey: ['profile', userId], queryFn: () => 1 });
  await expect.poll(() => renew).toHaveBeenCalledOnce();
  stop();
}

it('after an interrupted page load the next one renews the answers about others that should stay stored', async () => {
  await load();
  await load();
  expect(await ownAddresses('/stored/answers/matches')).toEqual([]);
});

it('names of others are deleted before the answers are renewed', async () => {
  await load();
  expect(await (await caches.match(AGREEMENT))?.text()).not.toContain('Sunita');
  const client = new QueryClient();
  await restoreAnswer(client, agreementKey);
  expect(client.getQueryData(agreementKey)).toBeUndefined();
});

it('reference data, which the browser’s cache may give without a connection, deletes no stored answer', async () => {
  const client = new QueryClient();
  const stop = storeAnswers(client, () => undefined);
  // Deleting begins with this call.
  const looked = vi.spyOn(CacheStorage.prototype, 'has');
  await client.fetchQuery({ queryKey: ['reference', 'hash'], queryFn: () => 1 });
  expect(looked).not.toHaveBeenCalled();
  looked.mockRestore();
  stop();
});
