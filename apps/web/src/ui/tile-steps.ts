/** How dark a tile is: 0 for nothing, and as many steps as this for the numbers above it. */
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
 * Shares numbers out over the steps of a scale so that each step colours about as many of them; equal numbers share a
 * step. Only bands that hold a number, the palest first.
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
