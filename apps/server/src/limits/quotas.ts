import type { FastifyRequest } from 'fastify';
import type { Budget } from './budgets.ts';
import type { Count } from './shared-counter.ts';

/** What a budget leaves to a caller after the call that is being answered. */
export interface Quota {
  /** Letters, digits and hyphens. */
  readonly policy: string;
  readonly quota: number;
  /** Length of the window in seconds. */
  readonly window: number;
  readonly remaining: number;
  /** Milliseconds until the window begins anew. */
  readonly milliseconds: number;
}

/** By request, then by name of the budget. */
const noted = new WeakMap<FastifyRequest, Map<string, Quota>>();

/** Notes what a budget leaves to the caller of a request, for the headers of its answer. The latest count of a budget is kept. */
export function noteCount(request: FastifyRequest, budget: Budget, { points, milliseconds }: Count): void {
  const quotas = noted.get(request) ?? new Map<string, Quota>();
  const { name, amount, seconds: window } = budget;
  noted.set(
    request,
    quotas.set(name, { policy: name, quota: amount, window, remaining: amount - points, milliseconds }),
  );
}

/** Returns what the budgets leave to the caller of a request, in the order in which they counted it. */
export function quotasOf(request: FastifyRequest): Quota[] {
  return [...(noted.get(request)?.values() ?? [])];
}
