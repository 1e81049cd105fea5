import { sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Database } from '../database/schema.ts';
import type { NewNotice } from './notice.ts';

/**
 * Creates notices of any kind: the only place that does. Those that would repeat what a recipient has not read yet are
 * left out, and so is a second one of a kind about the same new request.
 */
export async function createNotices(
  transaction: Transaction<Database>,
  notices: readonly NewNotice[],
  now: Date,
): Promise<void> {
  const unread = await findUnread(transaction, notices);
  const fresh = notices.filter((notice) => !unread.some((known) => repeats(notice, known)));
  if (fresh.length === 0) return;
  await transaction
    .insertInto('alerts')
    .values(fresh.map((notice) => rowOf(notice, now)))
    .onConflict((conflict) =>
      conflict
        .columns(['to_user_id', 'about_request_id', 'kind'])
        .where('about_request_id', 'is not', null)
        .doNothing(),
    )
    .execute();
}

interface UnreadNotice {
  readonly to_user_id: string;
  readonly kind: string;
  readonly about_user_id: string | null;
  /** Which agreement it speaks of, if of one. */
  readonly agreement_id: string | null;
}

/** Where many search, rings close all day: a second one is told after the first is read, as is one person's next request. */
function repeats({ recipientId, content, about }: NewNotice, unread: UnreadNotice): boolean {
  if (unread.kind !== content.kind || unread.to_user_id !== recipientId) return false;
  switch (content.kind) {
    case 'message':
    case 'request_removed':
    case 'message_removed':
    case 'report_decided':
    case 'reported':
    case 'phone_claimed':
    case 'request_expiring':
    case 'deadline_near':
    case 'contact_seen_often':
    case 'password_reset':
    case 'payment_refunded':
      return false;
    case 'perfect_match':
    case 'invitation':
      return unread.about_user_id === about?.userId;
    case 'ring':
    case 'readiness_round':
    case 'readiness_ending':
      return true;
    case 'agreement_message':
      return unread.agreement_id === content.agreementId;
    case 'proposal':
    case 'proposal_yes':
    case 'agreed':
    case 'agreement_ended':
    case 'agreement_step':
      return false;
  }
}

/** What the product told the recipients and they have neither read nor hidden. */
async function findUnread(
  transaction: Transaction<Database>,
  notices: readonly NewNotice[],
): Promise<UnreadNotice[]> {
  const told = notices.filter(({ content }) => content.kind !== 'message');
  if (told.length === 0) return [];
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
      told.map(({ recipientId }) => recipientId),
    )
    .where('kind', '<>', 'message')
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
