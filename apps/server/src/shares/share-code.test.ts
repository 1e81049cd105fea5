import { blocks } from '@mutual-transfer/domain/reference/places';
import { expect, it } from 'vitest';
import { shareCodeOf, sharedIn } from './share-code.ts';

const sought = {
  from: 'bodh-gaya',
  to: 'danapur',
  subject: 'mathematics',
  classRange: '6-8',
  length: 3,
};

it('a code decodes to its parts, for every place', () => {
  for (const [index, { code: from }] of blocks.entries()) {
    const to = blocks[(index + 1) % blocks.length]?.code ?? '';
    for (const length of [2, 3, 10]) {
      const made = { ...sought, from, to, length };
      expect(sharedIn(shareCodeOf(made))).toEqual({ kind: 'missing', sought: made });
    }
  }
});

it('a published code decodes to the same teacher in every version', () => {
  expect(shareCodeOf(sought)).toBe('2gwi35');
  expect(sharedIn('0')).toEqual({ kind: 'invitation' });
});

it('a code is short, and a forged one can only name places and subjects of the lists', () => {
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
