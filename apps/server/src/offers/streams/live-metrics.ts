export interface LiveMetrics {
  readonly streamsOpen: (count: number) => void;
  readonly liveEvent: (reason: LiveReason) => void;
}

/** Reasons for an event, for metrics. */
export type LiveReason = 'own' | 'others' | 'missed' | 'too_old';
