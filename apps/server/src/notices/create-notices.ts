import { type NoticeContent, noticeKinds } from '@mutual-transfer/domain/notices/notice-kinds';
import { sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Database } from '../database/tables.ts';

export interface NewNotice {
  readonly recipientId: string;
  readonly content: NoticeContent;
  /** Teacher who wrote it. `undefined` for a notice of the product. */
  readonly senderId?: string;
  /** Request of the recipient that the notice is about. */
  readonly requestId?: string | null;
  /**
   * Teacher and request that caused the notice. A recipient gets at most one notice of a kind about the same request of another teacher.
   */
  readonly about?: { readonly userId: string; readonly requestId: string | null };
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
  readonly to_user_id: string;
  readonly kind: string;
  readonly about_user_id: string | null;
  readonly agreement_id: string | null;
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

function rowOf({ recipientId, content, senderId, requestId, about }: NewNotice, now: Date) {
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
    ...(content.kind === 'message' ? { message: content.message } : { details: JSON.stringify(details) }),
  };
}
