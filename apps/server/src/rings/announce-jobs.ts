import type { JobWatch } from '../job-metrics.ts';
import { type Pause, repeatWork } from '../repeat-work.ts';
import { type AnnounceDependencies, announceDue } from './announce.ts';

/** Pause between two queries for offers to announce. An offer is first seen, and announced when it is due, at most this much late. */
const PAUSE_MS = 10_000;

interface AnnouncingJob extends AnnounceDependencies, JobWatch {
  readonly pause?: Pause;
}

/**
 * Announces offers that are due until it is stopped. Every process queries them; each offer is claimed by one.
 * @returns Function that stops it and resolves after the current run.
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
