import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Quota } from '../../limits/quotas.ts';

/**
 * Sends the remainder of each budget, so that a client can slow down before it is refused. The headers are `RateLimit-Policy` and
 * `RateLimit` of draft-ietf-httpapi-ratelimit-headers-11.
 */
export function setRateLimits({ quotas }: FastifyRequest, reply: FastifyReply): void {
  if (quotas.size === 0) return;
  reply.header('ratelimit-policy', [...quotas.values()].map(policyItem).join(', '));
  reply.header('ratelimit', [...quotas.values()].map(quotaItem).join(', '));
}

function policyItem({ policy, quota, window }: Quota): string {
  return `"${policy}";q=${quota};w=${window}`;
}

function quotaItem({ policy, remaining, milliseconds }: Quota): string {
  return `"${policy}";r=${Math.max(0, remaining)};t=${Math.max(0, Math.ceil(milliseconds / 1_000))}`;
}
