import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { Policy } from './limit-policies.ts';
import type { Count } from './shared-counter.ts';

/** What a limit leaves to a caller after the call that is being answered. */
export interface Quota {
  /** The limit's name: letters, digits and hyphens. */
  readonly policy: string;
  /** How many calls, or whatever the limit counts, fit into its window. */
  readonly quota: number;
  /** Length of the window in seconds. */
  readonly window: number;
  readonly remaining: number;
  /** Milliseconds until the window begins anew. */
  readonly milliseconds: number;
}

/** By request, then by name of the limit. */
const noted = new WeakMap<FastifyRequest, Map<string, Quota>>();

/** Notes what a limit leaves to the caller of a request, for the headers of its answer; the latest word of a limit counts. */
export function noteCount(request: FastifyRequest, policy: Policy, { points, milliseconds }: Count): void {
  const quotas = noted.get(request) ?? new Map<string, Quota>();
  const { name, points: quota, seconds: window } = policy;
  noted.set(
    request,
    quotas.set(name, { policy: name, quota, window, remaining: quota - points, milliseconds }),
  );
}

/** What the limits leave to the caller of a request, in the order in which they counted it. */
export function quotasOf(request: FastifyRequest): Quota[] {
  return [...(noted.get(request)?.values() ?? [])];
}

/** The refusal of a call beyond a limit. */
export function tooMany(milliseconds: number): AppError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000));
  return new AppError('rate_limited', { retryAfterSeconds: seconds });
}
