import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blockFits, placeOf } from './place.ts';
import { ANY_BLOCK, blocks, districtByCode, districts } from './places.ts';

test('the names of every block map to its codes', () => {
  for (const { code, name, districtCode } of blocks) {
    expect(placeOf(districtByCode(districtCode).name, name)).toEqual({ districtCode, blockCode: code });
  }
});

test('any block of a district maps to a place without a block', () => {
  for (const { code, name } of districts) {
    expect(placeOf(name, ANY_BLOCK)).toEqual({ districtCode: code, blockCode: null });
  }
});

test('a block is accepted in its own district only', () => {
  fc.assert(
    fc.property(fc.constantFrom(...districts), fc.constantFrom(...blocks), (district, block) => {
      const exists = blocks.some(
        ({ name, districtCode }) => name === block.name && districtCode === district.code,
      );
      expect(blockFits(district.name, block.name, true)).toBe(exists);
      expect(placeOf(district.name, block.name) !== undefined).toBe(exists);
    }),
  );
});

test('“Any block” is accepted only if the caller allows it', () => {
  expect(blockFits('Patna', ANY_BLOCK, true)).toBe(true);
  expect(blockFits('Patna', ANY_BLOCK, false)).toBe(false);
});

test('an unknown district causes no error about the block', () => {
  expect(blockFits('Ranchi', 'Kanke', true)).toBe(true);
  expect(placeOf('Ranchi', ANY_BLOCK)).toBeUndefined();
});
