import type { PgBoss } from 'pg-boss';
import type { CoreDependencies } from '../http/dependencies.ts';

/** What the statewide plan's routes work with. */
export interface PlanDependencies extends CoreDependencies {
  /** Started, with its queue of plans. */
  readonly boss: PgBoss;
  /** Has the planner look into the queue at once. */
  readonly planQueued: () => Promise<void>;
}
