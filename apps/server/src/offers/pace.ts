import { type EventLoopUtilization, performance } from 'node:perf_hooks';

const LARGEST_SHARE = 0.5;
/** In milliseconds; a process that is busy with other work goes on all the same. */
const LONGEST_REST = 2_000;

/** Measures how long the event loop was busy since an earlier measurement, or since the process started. */
type Measure = (since?: EventLoopUtilization) => EventLoopUtilization;

/**
 * Returns a function that says whether the next part of a long work may begin: true once the event loop has been idle for as long as it
 * was busy since the part before.
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
