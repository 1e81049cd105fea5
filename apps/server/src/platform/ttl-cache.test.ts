import { expect, it } from 'vitest';
import { cacheBytes, TtlCache } from './caches.ts';

/** Returns a cache of numbers, in which each value is its own time to live, and a function that returns the number of computations. */
function numbers() {
  let now = 1_000;
  let computed = 0;
  const cache = new TtlCache<number>({ name: 'rules', ttl: (value) => value, now: () => new Date(now) });
  const get = (key: string, moment: number, value: number) => {
    now = 1_000 + moment;
    return cache.get(key, async () => {
      computed += 1;
      return value;
    });
  };
  return { cache, get, computed: () => computed };
}

it('caches each value for its own time to live, and does not cache a value whose time to live is 0', async () => {
  const { get, computed } = numbers();
  expect([await get('a', 0, 5), await get('a', 5, 6), await get('a', 6, 7)]).toEqual([5, 5, 7]);
  expect([await get('b', 6, 0), await get('b', 6, 1)]).toEqual([0, 1]);
  expect(computed()).toBe(4);
});

it('computes a value once for concurrent callers, and does not cache a failure', async () => {
  const { cache, get, computed } = numbers();
  const failing = cache.get('a', () => Promise.reject(new Error('away')));
  const sharing = get('a', 0, 1);
  await expect(failing).rejects.toThrow('away');
  await expect(sharing).rejects.toThrow('away');
  expect(await Promise.all([get('a', 0, 2), get('a', 0, 3)])).toEqual([2, 2]);
  expect(computed()).toBe(1);
});

it('evicts the least recently used values beyond its maximum size, and returns too large values without caching them', async () => {
  const cache = new TtlCache<{ text: string }>({
    name: 'rules',
    ttl: 1_000,
    now: () => new Date(0),
  });
  const get = (key: string, characters: number) =>
    cache.get(key, async () => ({ text: key[0]?.repeat(characters) ?? '' }));
  await get('a', 200_000);
  await get('b', 200_000);
  expect((await get('c', 400_000)).text).toHaveLength(400_000);
  expect(cache.bytes).toBeLessThanOrEqual(cacheBytes.rules);
  expect((await get('a', 1)).text).toHaveLength(1);
  expect((await get('d', 4_000_000)).text).toHaveLength(4_000_000);
  expect(cache.bytes).toBeLessThanOrEqual(cacheBytes.rules);
});
