import type { JobWatch } from '../job-metrics.ts';
import { type Pause, repeatWork } from '../repeat-work.ts';
import { type AnnounceDependencies, announceDue } from './announce.ts';

/**
 * Pause in milliseconds between two queries for offers to announce. Both the first query that finds an offer and its announcement are at
 * most this late.
 */
const PAUSE_MS = 10_000;

interface AnnouncingJob extends AnnounceDependencies, JobWatch {
  readonly pause?: Pause;
}

/**
 * Announces due offers until it is stopped. Every process queries them; each offer is claimed by one process.
 * @returns a function that stops the job, and resolves after the current run.
 */
export function startAnnouncing({
  pause,
  onError,
  metrics,
  ...announcing
}: AnnouncingJob): () => Promise<void> {
  const work = () => announceDue(announcing);
  return repeatWork({ job: 'announce-offers', pauseMs: PAUSE_MS, work, pause, onError, metrics });
}
