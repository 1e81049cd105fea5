/** How calls were answered; times in milliseconds. */
export interface Answered {
  readonly requestsPerSecond: number;
  readonly median: number;
  readonly p99: number;
  readonly longest: number;
  readonly answers: number;
  /** Calls that got no answer at all. */
  readonly errors: number;
  /** Answers outside 200–299. */
  readonly refusals: number;
}

/** What was seen while something was called for a while. */
export interface Taken {
  /** How long each answer took. */
  readonly milliseconds: readonly number[];
  readonly seconds: number;
  readonly errors: number;
  readonly refusals: number;
}

/** The figures of several turns together. */
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

/** The figures of so many milliseconds each, measured in so many seconds. */
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

/** The smallest value that so large a share of all does not exceed (nearest rank); 0 of nothing. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
