import type { Language } from '@mutual-transfer/domain/language/language';
import { messagesIn, namesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import {
  kindOfNotice,
  type NoticeContent,
  type NoticeKind,
  noticeKindNames,
  noticeKinds,
  type Wording,
} from '@mutual-transfer/domain/notices/notice-kinds';
import { blockByCode, districtByCode } from '@mutual-transfer/domain/reference/places';
import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { lockMembers } from '../people/lock-members.ts';
import { advisoryLocks } from '../platform/database/advisory-locks.ts';
import type { Database, FormerContact } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';

export interface NewNotice {
  recipientId: string;
  content: NoticeContent;
  /** Teacher who wrote it. `undefined` for a notice of the product. */
  senderId?: string;
  /** Request of the recipient that the notice is about. */
  requestId?: string | null;
  /**
   * Teacher and request that caused the notice. A recipient gets at most one notice of a kind about the same request of another teacher.
   */
  about?: { userId: string; requestId: string | null };
  /** Contact of the recipient before the change that the notice reports. It is told too, whatever the recipient chose. */
  former?: FormerContact;
}

/**
 * Creates notices in the transaction of the change that they report. Leaves out those that repeat an unread one, and a second one of a kind
 * about the same request.
 *
 * @returns the number of created notices.
 */
export async function createNotices(
  transaction: Transaction<Database>,
  notices: readonly NewNotice[],
  now: Date,
): Promise<number> {
  const unread = await findUnread(transaction, notices.filter(isCreatedOnce));
  const fresh = notices.filter((notice) => !unread.some((earlier) => repeats(notice, earlier)));
  if (fresh.length === 0) return 0;
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('alerts')
    .values(fresh.map((notice) => rowOf(notice, now)))
    .onConflict((conflict) =>
      conflict
        .columns(['to_user_id', 'about_request_id', 'kind'])
        .where('about_request_id', 'is not', null)
        .doNothing(),
    )
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows ?? 0);
}

interface UnreadNotice {
  to_user_id: string;
  kind: string;
  about_user_id: string | null;
  agreement_id: string | null;
}

function isCreatedOnce({ content }: NewNotice): boolean {
  return noticeKinds[content.kind].oneUnreadPer !== undefined;
}

function repeats({ recipientId, content, about }: NewNotice, unread: UnreadNotice): boolean {
  if (unread.kind !== content.kind || unread.to_user_id !== recipientId) return false;
  switch (noticeKinds[content.kind].oneUnreadPer) {
    case undefined:
      return false;
    case 'recipient':
      return true;
    case 'teacher':
      return unread.about_user_id === about?.userId;
    case 'agreement':
      return 'agreementId' in content && unread.agreement_id === content.agreementId;
  }
}

/** Returns the notices of these kinds that their recipients have neither read nor hidden. */
async function findUnread(
  transaction: Transaction<Database>,
  notices: readonly NewNotice[],
): Promise<UnreadNotice[]> {
  if (notices.length === 0) return [];
  return transaction
    .selectFrom('alerts')
    .select([
      'to_user_id',
      'kind',
      'about_user_id',
      sql<string | null>`details->>'agreementId'`.as('agreement_id'),
    ])
    .distinct()
    .where(
      'to_user_id',
      'in',
      notices.map(({ recipientId }) => recipientId),
    )
    .where(
      'kind',
      'in',
      notices.map(({ content }) => content.kind),
    )
    .where('read_at', 'is', null)
    .where('hidden_at', 'is', null)
    .execute();
}

function rowOf({ recipientId, content, senderId, requestId, about, former }: NewNotice, now: Date) {
  const { kind, ...details } = content;
  return {
    id: newId({ msecs: now.getTime() }),
    kind,
    from_user_id: senderId ?? null,
    to_user_id: recipientId,
    created_at: now,
    request_id: requestId ?? null,
    about_user_id: about?.userId ?? null,
    about_request_id: about?.requestId ?? null,
    former_contact: former === undefined ? null : JSON.stringify(former),
    ...(content.kind === 'message' ? { message: content.message } : { details: JSON.stringify(details) }),
  };
}

/** Finds up to `atMost` reminders that are due by the clock and were not created before. */
export type FindDue = (transaction: Transaction<Database>, atMost: number) => Promise<readonly NewNotice[]>;

const BATCH = 500;

/** Creates the due reminders in batches, each under a lock, so that no process creates a reminder that another one has created. */
export async function createReminders(db: Kysely<Database>, findDue: FindDue, now: Date): Promise<void> {
  let mayBeMore: boolean;
  do {
    mayBeMore = await db.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${advisoryLocks.reminders})`.execute(transaction);
      const notices = await findDue(transaction, BATCH);
      // A notice that repeats an unread one is not created, and would be found again.
      return (await createNotices(transaction, notices, now)) > 0 && notices.length === BATCH;
    });
  } while (mayBeMore);
}

/** Notice, identified together with its recipient. */
interface OwnNotice {
  id: string;
  recipientId: string;
}

/**
 * Marks a notice as read. A second call keeps the first time.
 *
 * @throws {AppError} `not_found` unless the notice belongs to the recipient.
 */
export function markRead(db: Kysely<Database>, notice: OwnNotice, now: Date): Promise<void> {
  return change(db, notice, 'read_at', now);
}

/** Marks the notices that ask a member for an answer to a proposal as read. */
export async function markQuestionsRead(
  transaction: Transaction<Database>,
  { agreementId, recipientId }: { agreementId: string; recipientId: string },
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('alerts')
    .set({ read_at: now })
    .where('to_user_id', '=', recipientId)
    .where('kind', 'in', ['proposal', 'announced', 'deadline_near'])
    .where('read_at', 'is', null)
    .where('hidden_at', 'is', null)
    .where(sql<string>`details ->> 'agreementId'`, '=', agreementId)
    .execute();
}

/**
 * Hides a notice from its recipient's list, or shows it again.
 *
 * @throws {AppError} `not_found` unless the notice belongs to the recipient.
 */
export function setHidden(
  db: Kysely<Database>,
  { hidden, ...notice }: OwnNotice & { hidden: boolean },
  now: Date,
): Promise<void> {
  return change(db, notice, 'hidden_at', hidden ? now : null);
}

/** Sets or clears a timestamp. Skips rows that have the value already, so that no client refetches. */
async function change(
  db: Kysely<Database>,
  { id, recipientId }: OwnNotice,
  column: 'read_at' | 'hidden_at',
  moment: Date | null,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('alerts')
    .set({ [column]: moment })
    .where('id', '=', id)
    .where('to_user_id', '=', recipientId)
    .where(column, moment === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  await db
    .selectFrom('alerts')
    .select('id')
    .where('id', '=', id)
    .where('to_user_id', '=', recipientId)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
}

/** Deletes notices of an announcement, at most `limit`. @returns the number of deleted notices. */
export async function deleteNoticesOfAnnouncement(
  transaction: Transaction<Database>,
  announcementId: string,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from alerts where id in (
      select id from alerts where kind = 'announcement' and details ->> 'announcementId' = ${announcementId} limit ${limit}
    )`.execute(transaction);
  return Number(numAffectedRows);
}

/**
 * Deletes a teacher's message.
 *
 * @returns the id of its sender.
 * @throws {AppError} `not_found` if the notice does not exist or was not written by a teacher.
 */
export async function deleteMessage(transaction: Transaction<Database>, id: string): Promise<string> {
  const message = await transaction
    .selectFrom('alerts')
    .select('from_user_id')
    .where('id', '=', id)
    .where('kind', '=', 'message')
    .executeTakeFirst();
  // Locks the account before its rows, in the same order as an erasure.
  await lockMembers(transaction, message?.from_user_id ? [message.from_user_id] : []);
  const deleted = await transaction
    .deleteFrom('alerts')
    .where('id', '=', id)
    .where('kind', '=', 'message')
    .returning('from_user_id')
    .executeTakeFirst();
  if (deleted === undefined || deleted.from_user_id === null) throw new AppError('not_found');
  return deleted.from_user_id;
}

/** Columns of a stored notice that determine its text. */
interface NoticeRow {
  kind: NoticeKind;
  message: string | null;
  details: object | null;
}

/** Returns the text of a notice in the reader's language. Messages of teachers are not translated. */
export function noticeText({ kind, message, details }: NoticeRow, language: Language): string {
  return message ?? kindOfNotice(kind).text(details ?? {}, wordingIn(language));
}

function wordingIn(language: Language): Wording {
  const names = namesIn(language);
  const namesOf = (code: string) => {
    const block = blockByCode(code);
    const district = districtByCode(block.districtCode).name;
    return { block: names.block(district, block.name), district: names.district(district) };
  };
  return {
    language,
    say: messagesIn(language),
    namesOf,
    placeName: ({ district, block }) => {
      if (block === null) return names.district(districtByCode(district).name);
      const place = namesOf(block);
      return `${place.block}, ${place.district}`;
    },
  };
}

/**
 * SQL condition that this version of the product has the kind of a notice. During an upgrade a process of the newer version creates notices
 * of kinds that a process of the older one can neither show nor send.
 */
export const isKnownKind = sql<SqlBool>`alerts.kind = any(${[...noticeKindNames]}::text[])`;
