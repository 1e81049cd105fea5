import type { CoreDependencies } from '../http/dependencies.ts';

/** What the statewide plan's routes work with. */
export interface PlanDependencies extends CoreDependencies {
  /** Tells the planner that a plan is queued. */
  readonly planQueued: () => Promise<void>;
}
