import type { CoreDependencies } from '../http/dependencies.ts';
import type { LiveGraph } from './live-graph.ts';

/** What rooms work with that answer from the live graph. */
export interface OfferDependencies extends CoreDependencies {
  /** All active requests, to find rings in. */
  readonly graph: LiveGraph;
}
