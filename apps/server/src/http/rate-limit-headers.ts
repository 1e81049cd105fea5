import type { FastifyRequest } from 'fastify';
import type { App } from './dependencies.ts';

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
export function noteQuota(request: FastifyRequest, quota: Quota): void {
  const quotas = noted.get(request) ?? new Map<string, Quota>();
  noted.set(request, quotas.set(quota.policy, quota));
}

/**
 * Tells callers how much of each limit is left, so that a program can slow down before it is refused: `RateLimit-Policy` and
 * `RateLimit` of draft-ietf-httpapi-ratelimit-headers-11.
 */
export function sendRateLimits(app: App): void {
  app.addHook('onSend', async (request, reply) => {
    const quotas = [...(noted.get(request)?.values() ?? [])];
    if (quotas.length === 0) return;
    reply.header('ratelimit-policy', quotas.map(policyItem).join(', '));
    reply.header('ratelimit', quotas.map(quotaItem).join(', '));
  });
}

function policyItem({ policy, quota, window }: Quota): string {
  return `"${policy}";q=${quota};w=${window}`;
}

function quotaItem({ policy, remaining, milliseconds }: Quota): string {
  return `"${policy}";r=${Math.max(0, remaining)};t=${Math.max(0, Math.ceil(milliseconds / 1_000))}`;
}
