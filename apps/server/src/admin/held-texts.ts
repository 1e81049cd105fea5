import { removalSchema } from '@mutual-transfer/domain/administration/administration';
import {
  type HeldText,
  type HeldTextList,
  type HeldTextQuery,
  heldTextListSchema,
  heldTextQuerySchema,
} from '@mutual-transfer/domain/administration/open-work';
import { confirmationSchema } from '@mutual-transfer/domain/confirmation';
import { type OwnContact, textRisks } from '@mutual-transfer/domain/language/text-risks';
import { paginationOf } from '@mutual-transfer/domain/query-parameters';
import type { FastifyRequest } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type HeldRequest, refuseHeldText } from '../account/change-request.ts';
import { lockAgreementsOf } from '../agreements/endings.ts';
import { lockAgreement } from '../agreements/lock-agreement.ts';
import { releaseMessage } from '../agreements/messages.ts';
import type { App, Dependencies } from '../dependencies.ts';
import { say } from '../http/answers.ts';
import { byId } from '../http/by-id.ts';
import { once } from '../http/idempotency.ts';
import { ifMatchHeader, ownerTag, refuseStale } from '../http/if-match.ts';
import { signedIn } from '../http/policy.ts';
import { inTurn, writeInTurn } from '../http/turns.ts';
import { createNotices } from '../notices/notices.ts';
import { findHeldMessage, takeHeldMessage } from '../notices/text-review.ts';
import { isPostedInScope } from '../people/administrator-scope.ts';
import { writeAudit } from '../people/audit.ts';
import { isAnyBlocked } from '../people/bans.ts';
import { lockMembers, lockTeacher } from '../people/lock-members.ts';
import { areActive } from '../people/members.ts';
import { releaseHeldRequest } from '../people/own-requests.ts';
import { presentName } from '../people/present.ts';
import { findRequest } from '../people/request-rows.ts';
import { recordShown } from '../people/visibility.ts';
import { isWithin } from '../platform/database/database-clock.ts';
import type { Database, RequestRow } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import type { SignedIn } from '../platform/sessions.ts';

interface HeldRow {
  id: string;
  kind: HeldText['kind'];
  writerId: string;
  writerName: string;
  writerPhone: string | null;
  writerEmail: string;
  /** Null for a request, and for a recipient whose account was erased. */
  recipient: Parameters<typeof presentName>[0] | null;
  texts: string[];
  writtenAt: Date;
}

/** Selects held requests and messages. */
export const heldTexts = sql`
  select id, 'request' as kind, user_id as writer_id, null::uuid as recipient_id, array[reason, additional_info] as texts,
    held_at as written_at
  from requests where status = 'held'
  union all
  select id, case when agreement_id is null then 'alert' else 'room_message' end, from_user_id, to_user_id, array[message],
    created_at
  from held_messages`;

/** Returns a page of the texts that are held for an administrator. */
export async function findHeldTexts(
  db: Kysely<Database>,
  viewer: SignedIn,
  query: HeldTextQuery,
): Promise<HeldTextList> {
  const offset = (query.page - 1) * query.limit;
  const isAsked = sql`${isWithin('held.written_at', query)}
    and ${isPostedInScope(viewer, sql.ref('writer.district'))}`;
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<HeldRow>`
      select held.id, kind, writer_id as "writerId", writer.name as "writerName", writer.phone as "writerPhone",
        writer.email as "writerEmail", texts, written_at as "writtenAt",
        case when recipient.id is not null then jsonb_build_object('personId', recipient.id, 'name', recipient.name,
          'district', recipient.district, 'hide_name', recipient.hide_name) end as recipient
      from (${heldTexts}) as held join users as writer on writer.id = writer_id
      left join users as recipient on recipient.id = recipient_id
      where ${isAsked} order by written_at, held.id limit ${query.limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total
      from (${heldTexts}) as held join users as writer on writer.id = writer_id where ${isAsked}`.execute(db),
  ]);
  return {
    texts: rows.map((row) => presentHeld(row, viewer)),
    pagination: paginationOf(query, counts[0]?.total ?? 0),
  };
}

function presentHeld(row: HeldRow, viewer: SignedIn): HeldText {
  recordShown(viewer, row.writerId);
  const own: OwnContact | undefined =
    row.kind === 'request' ? undefined : { phone: row.writerPhone, email: row.writerEmail };
  return {
    _id: row.id,
    kind: row.kind,
    writer: { _id: row.writerId, name: row.writerName },
    ...(row.recipient === null ? {} : { recipient: presentName(row.recipient, viewer) }),
    texts: row.texts,
    tag: ownerTag(row.texts),
    risks: [...new Set(row.texts.flatMap((text) => textRisks(text, own)))],
    createdAt: row.writtenAt.toISOString(),
  };
}

interface Releasing {
  id: string;
  /** Tag of the texts that the administrator has read. */
  ifMatch: string | undefined;
  now: Date;
}

/**
 * Releases a held text: activates a request and notifies its owner, or sends a message as if it were written now. If the recipient can no
 * longer get messages from the writer, deletes the message without sending it.
 *
 * @throws {AppError} `not_found` unless the text is held; `changed_meanwhile`; `request_duplicate`; `status_step` if the writer of the
 * request works in its place now.
 */
async function releaseText(
  transaction: Transaction<Database>,
  request: FastifyRequest,
  id: string,
  now: Date,
): Promise<void> {
  const releasing = { id, ifMatch: request.headers['if-match'], now };
  const writerId =
    (await releaseRequest(transaction, releasing)) ?? (await releaseHeldMessage(transaction, releasing));
  if (writerId === undefined) throw new AppError('not_found');
  const entry = { action: 'text.release', subjectId: writerId, details: { text: id } } as const;
  await writeAudit(transaction, request, entry, now);
}

async function releaseRequest(
  transaction: Transaction<Database>,
  { id, ifMatch, now }: Releasing,
): Promise<string | undefined> {
  const held = await lockHeldRequest(transaction, id);
  if (held === undefined) return undefined;
  refuseStale(ifMatch, tagOfRequest(held.request));
  const owner = await lockTeacher(transaction, held.request.user_id);
  await releaseHeldRequest(transaction, owner, held.request, now);
  const content = { kind: 'request_released' } as const;
  await createNotices(transaction, [{ recipientId: owner.id, content }], now);
  return owner.id;
}

/** Locks the owner of a held request, with the members of their agreements. Resolves with `undefined` unless the request is held. */
async function lockHeldRequest(
  transaction: Transaction<Database>,
  id: string,
): Promise<HeldRequest | undefined> {
  const found = await findRequest(transaction, id);
  if (found?.status !== 'held') return undefined;
  const agreements = await lockAgreementsOf(transaction, [found.user_id]);
  const request = await findRequest(transaction, id);
  return request?.status === 'held' ? { request, agreements } : undefined;
}

/** Returns the tag of a request in the list of held texts. */
function tagOfRequest({ reason, additional_info }: RequestRow): string {
  return ownerTag([reason, additional_info]);
}

async function releaseHeldMessage(
  transaction: Transaction<Database>,
  { id, ifMatch, now }: Releasing,
): Promise<string | undefined> {
  const held = await findHeldMessage(transaction, id);
  if (held === undefined) return undefined;
  refuseStale(ifMatch, ownerTag([held.message]));
  const { from_user_id: senderId, to_user_id: recipientId, agreement_id: agreementId, message } = held;
  if (agreementId !== null) await lockAgreement(transaction, agreementId);
  else await lockMembers(transaction, [senderId, ...(recipientId === null ? [] : [recipientId])]);
  if ((await takeHeldMessage(transaction, id)) === undefined) return undefined;
  if (agreementId !== null) {
    await releaseMessage(transaction, { id: agreementId, userId: senderId }, message, now);
  } else if (recipientId !== null && (await mayStillWrite(transaction, senderId, recipientId))) {
    const content = { kind: 'message', message } as const;
    await createNotices(transaction, [{ recipientId, senderId, content }], now);
  }
  return senderId;
}

/** Returns true if both accounts are active and neither blocks the other. The caller has locked them. */
async function mayStillWrite(
  transaction: Transaction<Database>,
  senderId: string,
  recipientId: string,
): Promise<boolean> {
  const both = [senderId, recipientId];
  return (await areActive(transaction, both)) && !(await isAnyBlocked(transaction, both));
}

/**
 * Deletes a held text and notifies its writer of the reason. A request that was listed before its edit is listed with its former text again.
 *
 * @throws {AppError} `not_found` unless the text is held; `changed_meanwhile`.
 */
async function refuseText(
  transaction: Transaction<Database>,
  request: FastifyRequest,
  { id, reason }: { id: string; reason: string },
  now: Date,
): Promise<void> {
  const ifMatch = request.headers['if-match'];
  const held = await lockHeldRequest(transaction, id);
  if (held !== undefined) {
    refuseStale(ifMatch, tagOfRequest(held.request));
    return refuseRequest(transaction, request, { held, reason }, now);
  }
  const found = await findHeldMessage(transaction, id);
  await lockMembers(transaction, found === undefined ? [] : [found.from_user_id]);
  const row = await takeHeldMessage(transaction, id);
  if (row === undefined) throw new AppError('not_found');
  refuseStale(ifMatch, ownerTag([row.message]));
  const content = { kind: 'message_removed', reason } as const;
  await createNotices(transaction, [{ recipientId: row.from_user_id, content }], now);
  const details = { text: id, reason };
  const entry = { action: 'text.refuse', subjectId: row.from_user_id, details } as const;
  await writeAudit(transaction, request, entry, now);
}

async function refuseRequest(
  transaction: Transaction<Database>,
  request: FastifyRequest,
  { held, reason }: { held: HeldRequest; reason: string },
  now: Date,
): Promise<void> {
  const { id, user_id: writerId } = held.request;
  const isListed = await refuseHeldText(transaction, held, now);
  const content = { kind: isListed ? 'request_text_refused' : 'request_removed', reason } as const;
  await createNotices(transaction, [{ recipientId: writerId, content }], now);
  const entry = isListed
    ? ({ action: 'text.refuse', details: { text: id, reason } } as const)
    : ({ action: 'request.remove', details: { request: id, reason } } as const);
  await writeAudit(transaction, request, { ...entry, subjectId: writerId }, now);
}

const changing = { policy: 'district', concerns: 'held text', idempotency: 'key' } as const;

/** Registers the review of held texts, which have phone numbers, links or sums of money. */
export function heldTextRoutes(app: App, dependencies: Dependencies): void {
  const { db, now } = dependencies;
  app.get(
    '/api/admin/held-texts',
    {
      config: { policy: 'district', concerns: 'rows' },
      schema: {
        summary: 'List texts that wait for a review, oldest first',
        querystring: heldTextQuerySchema,
        response: { 200: heldTextListSchema },
      },
    },
    inTurn((request) => findHeldTexts(db, signedIn(request), request.query)),
  );

  app.post(
    '/api/admin/held-texts/:id/release',
    {
      config: {
        ...changing,
      },
      schema: {
        summary: 'Release a held text, which activates its request or sends its message',
        description: 'With `If-Match` only the texts that the administrator has read are released.',
        headers: ifMatchHeader,
        params: byId,
        response: { 200: confirmationSchema },
      },
    },
    writeInTurn((request, reply) =>
      once(request, reply, {
        change: (commit) =>
          commit((transaction) => releaseText(transaction, request, request.params.id, now())),
        answer: () => ({ message: say(request, 'done.textReleased') }),
      }),
    ),
  );

  app.post(
    '/api/admin/held-texts/:id/refusal',
    {
      config: changing,
      schema: {
        summary: 'Refuse a held text and notify its writer of the reason',
        headers: ifMatchHeader,
        params: byId,
        body: removalSchema,
        response: { 200: confirmationSchema },
      },
    },
    writeInTurn((request, reply) => {
      const refusal = { id: request.params.id, reason: request.body.reason };
      return once(request, reply, {
        change: (commit) => commit((transaction) => refuseText(transaction, request, refusal, now())),
        answer: () => ({ message: say(request, 'done.textRefused') }),
      });
    }),
  );
}
