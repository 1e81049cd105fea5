import fc from 'fast-check';
import type { Offer } from '../offer.ts';

/** How a small world is drawn; numbers are the most of each. */
export interface SmallWorld {
  readonly offers: number;
  readonly places: number;
  readonly strata: number;
  /** Accepted places a wish names. */
  readonly wishes: number;
  /** True: teachers may have several rows, from different places and in different strata. */
  readonly severalRows: boolean;
}

/** Small random worlds for properties. Wishes may name the teacher's own place, and places that no teacher is posted in. */
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

/** Deterministic runs: the same worlds on every machine. */
export function runs(numRuns: number): fc.Parameters<unknown> {
  return { numRuns, seed: 20_250_626 };
}
