/** Counts the runs of jobs. */
export interface JobMetrics {
  /** Initialises the metric of a job with zero runs, so that an alert can distinguish a job that never ran from one that does not exist. */
  jobExpected: (job: string) => void;
  jobEnded: (job: string, outcome: 'done' | 'failed') => void;
}

/** Receivers of the outcomes of jobs. */
export interface JobWatch {
  onError: (error: unknown) => void;
  metrics?: JobMetrics | undefined;
}

/**
 * Wraps the work of a scheduled job: counts each run, and logs failures.
 *
 * @returns a function that rethrows errors of the work, after which the queue retries the job or waits for the next scheduled run.
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
