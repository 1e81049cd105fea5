import { expect, it } from 'vitest';
import { BriefMemory } from './brief-memory.ts';

/** A memory of numbers, each of which lives as long as it says, and how often they were worked out. */
function numbers(most = 10) {
  const memory = new BriefMemory<number>((lifetime) => lifetime, most);
  let worked = 0;
  const get = (key: string, now: number, value: number) =>
    memory.get(key, now, async () => {
      worked += 1;
      return value;
    });
  return { memory, get, worked: () => worked };
}

it('holds each value for its own time', async () => {
  const { get, worked } = numbers();
  expect([await get('a', 0, 5), await get('a', 4, 6), await get('a', 5, 7)]).toEqual([5, 5, 7]);
  expect([await get('b', 0, 0), await get('b', 0, 1)]).toEqual([0, 1]);
  expect(worked()).toBe(4);
});

it('lets those who ask meanwhile share it, and forgets a failure', async () => {
  const { memory, get } = numbers();
  const failing = memory.get('a', 0, () => Promise.reject(new Error('away')));
  const sharing = get('a', 0, 1);
  await expect(failing).rejects.toThrow('away');
  await expect(sharing).rejects.toThrow('away');
  expect(await get('a', 0, 2)).toBe(2);
});

it('forgets what is obsolete, and what is still being worked out', async () => {
  const { memory, get } = numbers();
  await get('small', 0, 10);
  await get('large', 0, 1_000);
  const underWay = get('new', 0, 1_000);
  memory.forget((value) => value < 100);
  expect(await Promise.all([get('small', 1, 11), get('large', 1, 1_001), get('new', 1, 1_002)])).toEqual([
    11, 1_000, 1_002,
  ]);
  await underWay;
});

it('holds so many, and lets the oldest go', async () => {
  const { get } = numbers(2);
  for (const key of ['a', 'b', 'c']) await get(key, 0, 100);
  expect([await get('b', 1, 101), await get('c', 1, 101), await get('a', 1, 101)]).toEqual([100, 100, 101]);
});
