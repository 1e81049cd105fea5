import { type EventLoopUtilization, performance } from 'node:perf_hooks';

const LARGEST_SHARE = 0.5;
/** Maximum pause in milliseconds. A process that is busy with other work continues after it. */
const LONGEST_REST = 2_000;

/** Measures the utilisation of the event loop since an earlier measurement, or since the process started. */
type Measure = (since?: EventLoopUtilization) => EventLoopUtilization;

/**
 * Creates a check for the start of the next batch of a long task. The check returns true once the event loop was idle for as long as it was
 * busy since the previous batch.
 */
export function paceByLoad(
  measure: Measure = (since) => performance.eventLoopUtilization(since),
): () => boolean {
  let before = measure();
  return () => {
    const { utilization, idle, active } = measure(before);
    if (utilization > LARGEST_SHARE && idle + active < LONGEST_REST) return false;
    before = measure();
    return true;
  };
}
