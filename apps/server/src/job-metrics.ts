/** Counts the runs of jobs. */
export interface JobMetrics {
  /** Shows a job with zero runs, so that an alert can tell a job that never ran from one that does not exist. */
  readonly jobExpected: (job: string) => void;
  readonly jobEnded: (job: string, outcome: 'done' | 'failed') => void;
}

/** Receives the outcomes of jobs. */
export interface JobWatch {
  readonly onError: (error: unknown) => void;
  readonly metrics?: JobMetrics | undefined;
}

/**
 * Wraps the work of a scheduled job: counts each run and logs its failure.
 *
 * @returns a function that throws what the work throws. The queue then tries again, or waits for the next time.
 */
export function workCounted(
  job: string,
  { onError, metrics }: JobWatch,
  work: () => Promise<void>,
): () => Promise<void> {
  metrics?.jobExpected(job);
  return async () => {
    try {
      await work();
      metrics?.jobEnded(job, 'done');
    } catch (error) {
      metrics?.jobEnded(job, 'failed');
      onError(error);
      throw error;
    }
  };
}
