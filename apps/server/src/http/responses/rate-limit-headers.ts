import { type Quota, quotasOf } from '../../limits/quotas.ts';
import type { App } from '../dependencies.ts';

/**
 * Sends the remainder of each budget, so that a client can slow down before it is refused. The headers are `RateLimit-Policy` and
 * `RateLimit` of draft-ietf-httpapi-ratelimit-headers-11.
 */
export function sendRateLimits(app: App): void {
  app.addHook('onSend', async (request, reply) => {
    const quotas = quotasOf(request);
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
