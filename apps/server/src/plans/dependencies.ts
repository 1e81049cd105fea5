import type { PgBoss } from 'pg-boss';
import type { CoreDependencies } from '../http/dependencies.ts';

/** Dependencies of the statewide plan's routes. */
export interface PlanDependencies extends CoreDependencies {
  /** Started job queue that contains the plans. */
  readonly boss: PgBoss;
  /** Makes the planner check the queue at once. */
  readonly planQueued: () => Promise<void>;
}
