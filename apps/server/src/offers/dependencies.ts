import type { CoreDependencies } from '../http/dependencies.ts';
import type { DistanceBetween } from '../places/distances.ts';
import type { LivePositions } from './changes/live-positions.ts';
import type { LiveGraph } from './graph/live-graph.ts';

/** Dependencies of folders that use the live graph. */
export interface OfferDependencies extends CoreDependencies {
  /** Offers of all active requests, used to find rings. */
  readonly graph: LiveGraph;
  /** Encrypts the positions that responses contain. */
  readonly positions: LivePositions;
  /** Returns the approximate distance between two blocks. */
  readonly distanceBetween: DistanceBetween;
}
