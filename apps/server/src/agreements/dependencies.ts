import type { CoreDependencies } from '../http/dependencies.ts';
import type { LiveGraph } from '../offers/graph/live-graph.ts';

export interface AgreementDependencies extends CoreDependencies {
  /** Triggers a scan of deadlines, held requests and rounds. A lost call is harmless: a scan runs every minute. */
  readonly agreementsDue: () => Promise<void>;
  /** All active offers, whose teachers can be asked to step in. */
  readonly graph: LiveGraph;
}
