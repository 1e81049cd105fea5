import type { Plan, PlanBoard, PlanStatus } from '@mutual-transfer/domain/matching/plan';

const underWay: ReadonlySet<PlanStatus> = new Set(['queued', 'running']);

/** Returns `true` if a plan is queued or running. */
export function isUnderWay(plan: Plan | null | undefined): plan is Plan {
  return plan !== null && plan !== undefined && underWay.has(plan.status);
}

/** Returns the id of the watched plan if it failed or was cancelled: it is no longer under way, and is not the latest completed plan. */
export function lostPlan(
  board: Pick<PlanBoard, 'current' | 'latest'> | undefined,
  watched: string | undefined,
): string | undefined {
  if (board === undefined || isUnderWay(board.current)) return undefined;
  return watched === board.latest?._id ? undefined : watched;
}
