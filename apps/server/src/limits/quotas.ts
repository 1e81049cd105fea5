import type { FastifyRequest } from 'fastify';
import type { Budget } from './budgets.ts';
import type { Count } from './shared-counter.ts';

/** Remainder of a budget after the current call. */
export interface Quota {
  /** Name of the budget: letters, digits and hyphens. */
  readonly policy: string;
  readonly quota: number;
  /** Length of the window in seconds. */
  readonly window: number;
  readonly remaining: number;
  /** Milliseconds until the window restarts. */
  readonly milliseconds: number;
}

/** Quotas by request and name of the budget. */
const noted = new WeakMap<FastifyRequest, Map<string, Quota>>();

/** Records the remainder of a budget for the response headers. The latest count of a budget replaces earlier ones. */
export function recordCount(request: FastifyRequest, budget: Budget, { points, milliseconds }: Count): void {
  const quotas = noted.get(request) ?? new Map<string, Quota>();
  const { name, amount, seconds: window } = budget;
  noted.set(
    request,
    quotas.set(name, { policy: name, quota: amount, window, remaining: amount - points, milliseconds }),
  );
}

/** Returns the recorded quotas of a request, in the order in which the budgets were first counted. */
export function quotasOf(request: FastifyRequest): Quota[] {
  return [...(noted.get(request)?.values() ?? [])];
}
