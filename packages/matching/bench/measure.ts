/** The result of some work with its milliseconds on the clock and of the processor (all threads of the process). */
export interface Measured<Result> {
  readonly result: Result;
  readonly milliseconds: number;
  readonly processor: number;
}

/** Does the work once and takes its times. */
export function measured<Result>(work: () => Result): Measured<Result> {
  const used = process.cpuUsage();
  const start = performance.now();
  const result = work();
  const milliseconds = performance.now() - start;
  const { user, system } = process.cpuUsage(used);
  return { result, milliseconds, processor: (user + system) / 1000 };
}

/** The number at a share of the sorted values: 0.5 for the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** A row of a Markdown table. */
export function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}
