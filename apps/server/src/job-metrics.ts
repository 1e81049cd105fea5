/** What counts the runs of jobs; undefined where no figures are shown. */
export interface JobMetrics {
  readonly jobEnded: (job: string, outcome: 'done' | 'failed') => void;
}

/** Who is told how the runs of jobs end. */
export interface JobWatch {
  readonly onError: (error: unknown) => void;
  readonly metrics?: JobMetrics | undefined;
}

/**
 * The work of a job by the clock, each run of which is counted, and of which a failure is logged.
 *
 * @returns what throws as the work does: the queue then tries again, or waits for the next time.
 */
export function workCounted(
  job: string,
  { onError, metrics }: JobWatch,
  work: () => Promise<void>,
): () => Promise<void> {
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
