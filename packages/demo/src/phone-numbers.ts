import { mix } from './random.ts';

/** Number of ten-digit numbers that begin with 6, 7, 8 or 9. */
const NUMBERS = 4_000_000_000;
const FIRST_NUMBER = 6_000_000_000;
const ROUNDS = 4;

/**
 * Returns the mobile number of teacher `index`, unique for every index below four thousand million. A Feistel network
 * permutes 32-bit words. It is applied again while the result is outside the range (cycle walking).
 */
export function phoneNumber(seed: number, index: number): string {
  let word = permute(seed, index);
  while (word >= NUMBERS) word = permute(seed, word);
  return String(FIRST_NUMBER + word);
}

function permute(seed: number, word: number): number {
  let left = word >>> 16;
  let right = word & 0xffff;
  for (let round = 0; round < ROUNDS; round++) {
    const next = left ^ (mix(right ^ mix(seed + round * 0x9e37_79b9)) & 0xffff);
    left = right;
    right = next;
  }
  return ((left << 16) | right) >>> 0;
}
