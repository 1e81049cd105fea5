import { ROOM_MESSAGES_A_DAY } from '@mutual-transfer/domain/agreements/agreement-rules';
import { agreementAbilities } from '@mutual-transfer/domain/agreements/agreement-steps';
import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import type { Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { findExcludedPairs } from '../../accounts/blocks.queries.ts';
import type { Database } from '../../database/tables.ts';
import { AppError } from '../../errors.ts';
import { heldSince, holdMessage } from '../../notices/review/held-messages.ts';
import { type FieldRisks, mustWait } from '../../notices/review/text-review.ts';
import { notifyMembers } from '../notify-members.ts';
import { stateOf, type WholeAgreement } from '../steps/locked-agreement.ts';
import { lockOwnAgreement, type OwnAgreement } from '../steps/take-step.ts';

interface NewMessage {
  readonly message: string;
  readonly sendForReview?: boolean | undefined;
  readonly risks: FieldRisks;
}

/**
 * Writes a message into a room and notifies the other members, except those who block the writer or whom the writer blocks. A message with a
 * phone number other than the writer's, a link or a sum of money is held for an administrator, if the writer chose that.
 *
 * @throws {AppError} `not_found`, `agreement_over`, `message_limit`, `text_needs_review`.
 * @returns the id; `undefined` for a held message.
 */
export async function writeMessage(
  transaction: Transaction<Database>,
  own: OwnAgreement,
  { message, sendForReview: isSentForReview, risks }: NewMessage,
  now: Date,
): Promise<string | undefined> {
  const agreement = await lockOwnAgreement(transaction, own);
  refuseWhenOver(agreement, own, now);
  await refuseBeyondLimit(transaction, own, now);
  if (mustWait(risks, isSentForReview)) {
    await holdMessage(transaction, { senderId: own.userId, agreementId: own.id, message }, now);
    return undefined;
  }
  return putMessage(transaction, agreement, { own, message }, now);
}

/** Inserts a message into a locked agreement and notifies the other members. */
async function putMessage(
  transaction: Transaction<Database>,
  agreement: WholeAgreement,
  { own, message }: { own: OwnAgreement; message: string },
  now: Date,
): Promise<string> {
  const id = newId({ msecs: now.getTime() });
  await transaction
    .insertInto('agreement_messages')
    .values({ id, agreement_id: own.id, user_id: own.userId, message, created_at: now })
    .execute();
  const excluded = (await findExcludedPairs(transaction, [own.userId])).get(own.userId);
  const to = (userId: string) => userId !== own.userId && excluded?.has(userId) !== true;
  await notifyMembers(transaction, agreement, { kind: 'agreement_message' }, { to, now });
  return id;
}

/** Inserts a released message into its agreement. @throws {AppError} as `writeMessage`. */
export async function releaseMessage(
  transaction: Transaction<Database>,
  own: OwnAgreement,
  message: string,
  now: Date,
): Promise<void> {
  const agreement = await lockOwnAgreement(transaction, own);
  refuseWhenOver(agreement, own, now);
  await putMessage(transaction, agreement, { own, message }, now);
}

async function refuseBeyondLimit(
  transaction: Transaction<Database>,
  { id, userId }: OwnAgreement,
  now: Date,
): Promise<void> {
  const dayAgo = new Date(now.getTime() - MILLISECONDS_A_DAY);
  const { written } = await transaction
    .selectFrom('agreement_messages')
    .select((row) => row.fn.countAll<string>().as('written'))
    .where('agreement_id', '=', id)
    .where('user_id', '=', userId)
    .where('created_at', '>', dayAgo)
    .executeTakeFirstOrThrow();
  const held = await heldSince(transaction, userId, dayAgo, id);
  if (Number(written) + held.length < ROOM_MESSAGES_A_DAY) return;
  throw new AppError('message_limit', {
    values: { maximum: ROOM_MESSAGES_A_DAY },
    retryAfterSeconds: 3_600,
  });
}

function refuseWhenOver(agreement: WholeAgreement, { userId }: OwnAgreement, now: Date): void {
  const { message } = agreementAbilities(stateOf(agreement), userId, now.getTime());
  if (!message) throw new AppError('agreement_over');
}
