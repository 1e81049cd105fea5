import fc from 'fast-check';
import type { Offer } from '../offer.ts';

/** Parameters of a small generated world; numbers are maxima. */
export interface SmallWorld {
  offers: number;
  places: number;
  strata: number;
  /** Maximum number of accepted places per wish. */
  wishes: number;
  /** Allows several rows per teacher, from different places and in different strata. */
  severalRows: boolean;
}

/** Generates small random worlds for property tests. Wishes may name the teacher's own place, and places that no teacher is posted in. */
export function smallWorlds({
  offers,
  places,
  strata,
  wishes,
  severalRows,
}: SmallWorld): fc.Arbitrary<Offer[]> {
  const place = fc.integer({ min: 0, max: places - 1 }).map((number) => `p${number}`);
  const row = fc.record({
    teacher: fc.integer({ min: 0, max: offers - 1 }).map((number) => `t${number}`),
    from: place,
    to: fc.array(place, { minLength: 1, maxLength: wishes }),
    stratum: fc.integer({ min: 0, max: strata - 1 }).map((number) => `s${number}`),
    waitingSince: fc.integer({ min: 0, max: 20 }),
  });
  return fc
    .array(row, { maxLength: offers })
    .map((rows) =>
      severalRows
        ? rows
        : rows.map((offer, index) => ({ ...offer, teacher: `t${String(index).padStart(3, '0')}` })),
    );
}

/** Returns parameters with a fixed seed: the same worlds on every machine. */
export function runs(numRuns: number): fc.Parameters<unknown> {
  return { numRuns, seed: 20_250_626 };
}
