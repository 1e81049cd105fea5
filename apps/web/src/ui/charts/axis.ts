/** Returns the ticks of an axis: equal steps from 0 up to at least the largest value. */
export function axisTicks(largest: number, mostSteps = 4): number[] {
  const rough = Math.max(1, largest) / mostSteps;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * magnitude >= rough) ?? 10;
  // Counts are integers, so the step is at least 1.
  const step = Math.max(1, factor * magnitude);
  return Array.from({ length: Math.ceil(Math.max(1, largest) / step) + 1 }, (_, index) => index * step);
}
