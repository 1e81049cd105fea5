import type { NewTransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import type { Transaction } from 'kysely';
import type { Database } from '../../database/tables/schema.ts';
import { textsOf } from '../../lifecycle/edited-request.ts';
import * as members from '../../members/own-requests.ts';
import { findFieldRisks, mustWait } from '../../notices/review/text-review.ts';

/**
 * Posts a request, and another one for each other acceptable place. Requests whose text needs a review are held for an administrator.
 *
 * @returns the id of the request, and the ids of the others in the order of their places.
 * @throws {AppError} `text_needs_review`, and the errors of `members.postRequests`.
 */
export function postRequests(
  transaction: Transaction<Database>,
  userId: string,
  input: NewTransferRequest,
  now: Date,
): Promise<{ id: string; others: string[] }> {
  const isHeld = mustWait(findFieldRisks(textsOf(input)), input.sendForReview);
  const status = isHeld ? 'held' : 'active';
  return members.postRequests(transaction, userId, { input, status }, now);
}
