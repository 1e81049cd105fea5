import type { NewTransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { textsOf } from '../../lifecycle/edited-request.ts';
import { findFieldRisks, mustWait } from '../../notices/review/text-review.ts';

/**
 * Returns the first status of a request: `held` if its text waits for an administrator. Call it before a transaction is opened, as
 * `findFieldRisks`.
 *
 * @throws {AppError} `text_needs_review`.
 */
export async function reviewPosted(input: NewTransferRequest): Promise<'held' | 'active'> {
  return mustWait(findFieldRisks(textsOf(input)), input.sendForReview) ? 'held' : 'active';
}
