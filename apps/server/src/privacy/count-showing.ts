import type { PrivacySettings } from '@mutual-transfer/domain/accounts/privacy';
import type { FastifyRequest } from 'fastify';
import { signedIn } from '../http/policy.ts';
import { counted, type Limits } from '../limits/limits.ts';
import { showsHidden } from './privacy-columns.ts';

/**
 * Changes privacy settings. A change that shows a hidden field counts in a budget, because the screens of all matching teachers then
 * refetch. A change that only hides fields does not count and is never refused.
 *
 * @throws {AppError} `rate_limited` with the time to retry.
 */
export function countShowing<Result>(
  { limits, request }: { readonly limits: Limits; readonly request: FastifyRequest },
  { before, wanted }: { readonly before: PrivacySettings; readonly wanted: PrivacySettings },
  change: () => Promise<Result>,
): Promise<Result> {
  if (!showsHidden(before, wanted)) return change();
  return counted(limits.reserve(request, 'showing', { subject: signedIn(request).userId }), change);
}
