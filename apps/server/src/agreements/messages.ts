import {
  newRoomMessageSchema,
  type RoomMessage,
  roomMessageSchema,
  roomMessagesSchema,
} from '@mutual-transfer/domain/agreements/agreement';
import { ROOM_MESSAGES_A_DAY } from '@mutual-transfer/domain/agreements/agreement-rules';
import { agreementAbilities } from '@mutual-transfer/domain/agreements/agreement-steps';
import { confirmationSchema } from '@mutual-transfer/domain/confirmation';
import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { App, Dependencies } from '../dependencies.ts';
import { say } from '../http/answers.ts';
import { byId, ownOf } from '../http/by-id.ts';
import { once } from '../http/idempotency.ts';
import { signedIn } from '../http/policy.ts';
import { inTurn, writeInTurn } from '../http/turns.ts';
import {
  type FieldRisks,
  findMessageRisks,
  heldSince,
  holdMessage,
  mustWait,
} from '../notices/text-review.ts';
import { findExcludedPairs } from '../people/bans.ts';
import type { Database } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { countRefusedTexts } from '../platform/limits.ts';
import type { SignedIn } from '../platform/sessions.ts';
import { findOwnAgreement } from './agreements.queries.ts';
import { agreementState, type WholeAgreement } from './lock-agreement.ts';
import { notifyMembers } from './notify-members.ts';
import { findMembers, presentMember } from './present-agreement.ts';
import { lockOwnAgreement, type OwnAgreement } from './take-step.ts';

interface NewMessage {
  message: string;
  sendForReview?: boolean | undefined;
  risks: FieldRisks;
}

/**
 * Writes a message into a room and notifies the other members, except those who block the writer or whom the writer blocks. A message with a
 * phone number other than the writer's, a link or a sum of money is held for an administrator, if the writer chose that.
 *
 * @throws {AppError} `not_found`, `agreement_over`, `message_limit`, `text_needs_review`.
 * @returns the id; `undefined` for a held message.
 */
async function writeMessage(
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
  const { message } = agreementAbilities(agreementState(agreement), userId, now.getTime());
  if (!message) throw new AppError('agreement_over');
}

/** Maximum number of messages in a response: the newest ones. */
const NEWEST = 200;

/** Returns the newest messages of a room, oldest first. Hides what each writer's current privacy settings hide. */
async function findMessages(reading: Dependencies, id: string, viewer: SignedIn): Promise<RoomMessage[]> {
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

export function messageRoutes(app: App, dependencies: Dependencies): void {
  const { db, limits, now } = dependencies;

  app.get(
    '/api/agreements/:id/messages',
    {
      config: { policy: 'access' },
      schema: {
        summary: 'List the newest messages of an agreement',
        params: byId,
        response: { 200: roomMessagesSchema },
      },
    },
    inTurn(async (request) => ({
      messages: await findMessages(dependencies, request.params.id, signedIn(request)),
    })),
  );

  app.post(
    '/api/agreements/:id/messages',
    {
      config: {
        policy: 'access',
        idempotency: 'key',
      },
      schema: {
        summary: 'Send a message to the other members of an agreement',
        params: byId,
        body: newRoomMessageSchema,
        response: { 201: roomMessageSchema, 202: confirmationSchema },
      },
    },
    writeInTurn((request, reply) => {
      const own = ownOf(request);
      return once(request, reply, {
        change: (commit) =>
          countRefusedTexts(limits, request, own.userId, async () => {
            const risks = await findMessageRisks(db, own.userId, request.body.message);
            return commit(async (transaction) => {
              const id = await writeMessage(transaction, own, { ...request.body, risks }, now());
              return {
                status: id === undefined ? 202 : 201,
                ids: { messages: id === undefined ? [] : [id] },
              };
            });
          }),
        answer: async ({ messages: [id] }) =>
          id === undefined ? { message: say(request, 'done.textHeld') } : written(request, id),
      });
    }),
  );

  async function written(request: FastifyRequest<{ Params: { id: string } }>, id: string) {
    const messages = await findMessages(dependencies, request.params.id, signedIn(request));
    const message = messages.find(({ _id }) => _id === id);
    if (message === undefined) throw new AppError('not_found');
    return message;
  }
}
