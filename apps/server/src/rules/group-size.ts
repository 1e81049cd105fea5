import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { AppError } from '../errors.ts';

/**
 * Returns the requested maximum number of teachers in a ring, which defaults to the maximum of the rules.
 *
 * @throws {AppError} `validation_failed` if the requested number exceeds the maximum of the rules.
 */
export function allowedRing({ largestGroup }: Rules, maxRing = largestGroup): number {
  if (maxRing <= largestGroup) return maxRing;
  throw new AppError('validation_failed', {
    fields: { maxRing: 'group.size' },
    values: { maximum: largestGroup },
  });
}
