import type { FastifyRequest } from 'fastify';
import type { Budget } from './budgets.ts';
import type { Count } from './shared-counter.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Remainders of the budgets in which the call counted, by name, in the order in which they were first counted. */
    quotas: Map<string, Quota>;
  }
}

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

/** Records the remainder of a budget for the response headers. The latest count of a budget replaces earlier ones. */
export function recordCount(
  { quotas }: FastifyRequest,
  { name, amount, seconds }: Budget,
  { points, milliseconds }: Count,
): void {
  quotas.set(name, {
    policy: name,
    quota: amount,
    window: seconds,
    remaining: amount - points,
    milliseconds,
  });
}
