import type { Ring } from '@mutual-transfer/domain/matching/ring';
import { expect, it } from 'vitest';
import { mergeRings } from './rings.tsx';

const ring = (...ids: string[]) =>
  ({ length: ids.length, members: ids.map((requestId) => ({ requestId })) }) as unknown as Ring;

it('each ring is returned once, shortest first across all requests', () => {
  const long = ring('a', 'b', 'c', 'd');
  const short = ring('x', 'y', 'z');
  const merged = mergeRings([
    { rings: [long], total: 1 },
    { rings: [short, long], total: 2 },
  ]);
  expect(merged.map(({ length }) => length)).toEqual([3, 4]);
});
