import { expect, it } from 'vitest';
import { TtlCache } from './ttl-cache.ts';

/** A cache of numbers, each of which is kept as long as it says; and how many were computed. */
function numbers(max = 10) {
  let now = 1_000;
  let computed = 0;
  const cache = new TtlCache<number>({ ttl: (value) => value, max, now: () => new Date(now) });
  const get = (key: string, moment: number, value: number) => {
    now = 1_000 + moment;
    return cache.get(key, async () => {
      computed += 1;
      return value;
    });
  };
  return { cache, get, computed: () => computed };
}

it('keeps each value for its own time', async () => {
  const { get, computed } = numbers();
  expect([await get('a', 0, 5), await get('a', 5, 6), await get('a', 6, 7)]).toEqual([5, 5, 7]);
  expect([await get('b', 6, 0), await get('b', 6, 1)]).toEqual([0, 1]);
  expect(computed()).toBe(4);
});

it('computes once for all who ask meanwhile, and keeps no failure', async () => {
  const { cache, get, computed } = numbers();
  const failing = cache.get('a', () => Promise.reject(new Error('away')));
  const sharing = get('a', 0, 1);
  await expect(failing).rejects.toThrow('away');
  await expect(sharing).rejects.toThrow('away');
  expect(await Promise.all([get('a', 0, 2), get('a', 0, 3)])).toEqual([2, 2]);
  expect(computed()).toBe(1);
});

it('keeps so many keys, and answers also those it has no room for', async () => {
  const { get } = numbers(2);
  const keys = ['a', 'b', 'c'];
  expect(await Promise.all(keys.map((key, index) => get(key, 0, 100 + index)))).toEqual([100, 101, 102]);
  expect([await get('b', 1, 1), await get('c', 1, 1), await get('a', 1, 1)]).toEqual([101, 102, 1]);
});
