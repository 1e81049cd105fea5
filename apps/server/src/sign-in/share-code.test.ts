import { blocks } from '@mutual-transfer/domain/reference/places';
import { expect, it } from 'vitest';
import { shareCodeOf, sharedIn } from './shares.ts';

const sought = {
  from: 'bodh-gaya',
  to: 'danapur',
  subject: 'mathematics',
  classRange: '6-8',
  length: 3,
};

it('decoding a code returns its parts, for every place', () => {
  for (const [index, { code: from }] of blocks.entries()) {
    const to = blocks[(index + 1) % blocks.length]?.code ?? '';
    for (const length of [2, 3, 10]) {
      const made = { ...sought, from, to, length };
      expect(sharedIn(shareCodeOf(made))).toEqual({ kind: 'missing', sought: made });
    }
  }
});

it('a teacher has the same code in every version of the product', () => {
  expect(shareCodeOf(sought)).toBe('2gwi35');
  expect(sharedIn('0')).toEqual({ kind: 'invitation' });
});

it('a code is short, and every code that can be decoded contains places of the reference data', () => {
  expect(shareCodeOf({ ...sought, from: blocks.at(-1)?.code ?? '', length: 10 }).length).toBeLessThan(8);
  const places = new Set(blocks.map(({ code }) => code));
  let known = 0;
  for (let number = 1; number < 4_000_000_000; number = number * 1.01 + 7_919) {
    const shared = sharedIn(Math.floor(number).toString(36));
    if (shared?.kind !== 'missing') continue;
    known += 1;
    expect(places.has(shared.sought.from) && places.has(shared.sought.to)).toBe(true);
    expect(shared.sought.length).toBeLessThanOrEqual(10);
  }
  expect(known).toBeGreaterThan(10);
  for (const code of ['', 'zzzzzzzzzz', '00', '0all', 'all!', 'ALL', '-1', '1.5', 'NaN']) {
    expect(sharedIn(code), code).toBeUndefined();
  }
});
