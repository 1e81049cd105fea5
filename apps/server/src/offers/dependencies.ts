import type { CoreDependencies } from '../http/dependencies.ts';
import type { DistanceBetween } from '../places/distances.ts';
import type { LiveGraph } from './live-graph.ts';

/** Dependencies of rooms that answer from the live graph. */
export interface OfferDependencies extends CoreDependencies {
  /** All active requests, in which rings are found. */
  readonly graph: LiveGraph;
  /** Returns the approximate distance between two blocks. */
  readonly distanceBetween: DistanceBetween;
}
