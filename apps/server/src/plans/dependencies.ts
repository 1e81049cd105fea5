import type { PgBoss } from 'pg-boss';
import type { CoreDependencies } from '../http/dependencies.ts';

export interface PlanDependencies extends CoreDependencies {
  /** Started job queue, which contains the plans to compute. */
  readonly boss: PgBoss;
  /** Makes the planner check the queue at once. */
  readonly planQueued: () => Promise<void>;
}
