/** Number of ten-digit numbers that begin with 6, 7, 8 or 9. */
const NUMBERS = 4_000_000_000n;
const FIRST_NUMBER = 6_000_000_000n;
/** Has no factor in common with `NUMBERS`, so that no number repeats. */
const STEP = 2_654_435_761n;

/** Returns the mobile number of teacher `index`, unique for every index below four thousand million. */
export function phoneNumber(seed: number, index: number): string {
  return String(FIRST_NUMBER + ((BigInt(index) * STEP + BigInt(seed) * 7_919n) % NUMBERS));
}
