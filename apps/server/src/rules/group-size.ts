import type { Rules } from '@mutual-transfer/domain/matching/policy-rules';
import { AppError } from '../errors.ts';

/**
 * The most teachers of a ring that is asked for: without a number, what the rules allow.
 *
 * @throws {AppError} `validation_failed` where more is asked for than they allow.
 */
export function allowedRing({ largestGroup }: Rules, maxRing = largestGroup): number {
  if (maxRing <= largestGroup) return maxRing;
  throw new AppError('validation_failed', {
    fields: { maxRing: 'group.size' },
    values: { maximum: largestGroup },
  });
}
