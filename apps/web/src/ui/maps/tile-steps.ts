/** Darkest step of a tile. Step 0 is for zero, the others for the numbers above it. */
export const DARKEST = 4;

/** Numbers of one colour. */
export interface Band {
  readonly step: number;
  readonly from: number;
  readonly to: number;
  /** Text of the legend in place of numbers. */
  readonly label?: string;
}

/**
 * Returns the bands that distribute numbers evenly over the steps of a scale; equal numbers share a step. Omits empty bands. Palest first.
 */
export function bandsOf(values: readonly number[]): readonly Band[] {
  const sorted = values.filter((value) => value > 0).toSorted((first, second) => first - second);
  const bands: Band[] = values.some((value) => value <= 0) ? [{ step: 0, from: 0, to: 0 }] : [];
  for (let step = 1; step <= DARKEST; step += 1) {
    const below = bands.at(-1)?.to ?? 0;
    const to = sorted[Math.ceil((sorted.length * step) / DARKEST) - 1] ?? 0;
    const from = sorted.find((value) => value > below);
    if (from !== undefined && from <= to) bands.push({ step, from, to });
  }
  return bands;
}

export function stepOf(bands: readonly Band[], value: number): number {
  return bands.find(({ to }) => value <= to)?.step ?? 0;
}
