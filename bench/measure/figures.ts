/** Summary of the responses to calls; times in milliseconds. */
export interface Answered {
  readonly requestsPerSecond: number;
  readonly median: number;
  readonly p99: number;
  readonly longest: number;
  readonly answers: number;
  /** Number of calls without a response. */
  readonly errors: number;
  /** Number of responses outside 200–299. */
  readonly refusals: number;
}

/** Observations during one period of calls. */
export interface Taken {
  /** Duration of each response. */
  readonly milliseconds: readonly number[];
  readonly seconds: number;
  readonly errors: number;
  readonly refusals: number;
}

/** Returns the figures of several periods combined. */
export function answeredIn(takes: readonly Taken[]): Answered {
  const sum = (of: (taken: Taken) => number) => takes.reduce((total, taken) => total + of(taken), 0);
  return {
    ...figuresOf(
      takes.flatMap(({ milliseconds }) => milliseconds),
      sum(({ seconds }) => seconds),
    ),
    errors: sum(({ errors }) => errors),
    refusals: sum(({ refusals }) => refusals),
  };
}

/** Returns the figures of these durations in milliseconds, measured over the given number of seconds. */
export function figuresOf(
  milliseconds: readonly number[],
  seconds: number,
): Omit<Answered, 'errors' | 'refusals'> {
  const sorted = Float64Array.from(milliseconds).sort();
  return {
    requestsPerSecond: sorted.length / seconds,
    median: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    longest: sorted.at(-1) ?? 0,
    answers: sorted.length,
  };
}

/** Returns the middle value, the lower of two. */
export function medianOf(values: readonly number[]): number {
  return percentile(Float64Array.from(values).sort(), 0.5);
}

/** Returns the given percentile (nearest rank); 0 if there are no values. */
function percentile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
