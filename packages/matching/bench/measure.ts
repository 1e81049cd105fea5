/** Result of some work with its wall-clock time and its CPU time over all threads of the process, both in milliseconds. */
export interface Measured<Result> {
  result: Result;
  milliseconds: number;
  processor: number;
}

/** Runs the work once and measures its times. */
export function measured<Result>(work: () => Result): Measured<Result> {
  const used = process.cpuUsage();
  const start = performance.now();
  const result = work();
  const milliseconds = performance.now() - start;
  const { user, system } = process.cpuUsage(used);
  return { result, milliseconds, processor: (user + system) / 1000 };
}

/** Returns the quantile of the values at a share from 0 to 1: 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Formats a row of a Markdown table. */
export function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}
