import type { RoomMessage } from '@mutual-transfer/domain/agreements/agreement';
import { ROOM_MESSAGES_A_DAY } from '@mutual-transfer/domain/agreements/agreement-rules';
import { agreementAbilities } from '@mutual-transfer/domain/agreements/agreement-steps';
import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import type { Kysely, Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { findExcludedPairs } from '../accounts/blocks.queries.ts';
import type { Database } from '../database/schema.ts';
import { AppError } from '../errors.ts';
import { heldSince, holdMessage } from '../notices/held-messages.ts';
import { ownContact } from '../notices/own-contact.queries.ts';
import { findFieldRisks, mustWait } from '../notices/text-review.ts';
import type { SignedIn } from '../sessions/viewer.ts';
import { findOwnAgreement } from './agreements.queries.ts';
import { stateOf, type WholeAgreement } from './locked-agreement.ts';
import { notifyMembers } from './notify-members.ts';
import type { Reading } from './persons.queries.ts';
import { findMembers, presentMember } from './present-agreement.ts';
import { holdOwn, type OwnAgreement } from './take-step.ts';

/** Maximum number of messages in a response: the newest ones. */
const NEWEST = 200;

/** Returns the newest messages of a room, oldest first. Writers are masked by their current privacy. */
export async function findMessages(reading: Reading, id: string, viewer: SignedIn): Promise<RoomMessage[]> {
  const agreement = await findOwnAgreement(reading.db, { id, userId: viewer.userId });
  const rows = await reading.db
    .selectFrom('agreement_messages')
    .selectAll()
    .where('agreement_id', '=', id)
    .orderBy('id', 'desc')
    .limit(NEWEST)
    .execute();
  const people = await findMembers(reading, [agreement], viewer);
  const byUser = new Map([...people.byRequest.values()].map((person) => [person.personId, person]));
  return rows.toReversed().map((row) => {
    const person = row.user_id === null ? undefined : byUser.get(row.user_id);
    return {
      _id: row.id,
      user: person === undefined ? null : presentMember(person, people, viewer, agreement),
      isMine: row.user_id === viewer.userId,
      message: row.message,
      createdAt: row.created_at.toISOString(),
    };
  });
}

/**
 * Writes a message into a room and notifies the other members, except those separated from the writer by a block. A message with a phone
 * number other than the writer's, a link or a sum of money is held for an administrator, if the writer chose that.
 *
 * @throws {AppError} `not_found`, `agreement_over`, `message_limit`, `text_needs_review`.
 * @returns the id; `undefined` for a held message.
 */
export async function writeMessage(
  db: Kysely<Database>,
  own: OwnAgreement,
  { message, sendForReview: isSentForReview }: { message: string; sendForReview?: boolean | undefined },
  now: Date,
): Promise<string | undefined> {
  const risks = findFieldRisks({ message }, await ownContact(db, own.userId));
  return db.transaction().execute(async (transaction) => {
    const agreement = await holdOwn(transaction, own);
    refuseWhenOver(agreement, own, now);
    await refuseBeyondLimit(transaction, own, now);
    if (mustWait(risks, isSentForReview)) {
      await holdMessage(transaction, { senderId: own.userId, agreementId: own.id, message }, now);
      return undefined;
    }
    return putMessage(transaction, agreement, { own, message }, now);
  });
}

/** Inserts a message into a locked room and notifies the other members. */
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

/** Inserts a released message into its room. @throws {AppError} as `writeMessage`. */
export async function releaseMessage(
  transaction: Transaction<Database>,
  own: OwnAgreement,
  message: string,
  now: Date,
): Promise<void> {
  const agreement = await holdOwn(transaction, own);
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
