import type { Kysely } from 'kysely';
import { waitingProposals } from '../agreements/agreements.queries.ts';
import { countUnreadAlerts } from '../inbox/alerts.queries.ts';
import { latestRefund } from '../payments/refunds.ts';
import { accountNotFound } from '../people/lock-members.ts';
import { noticeToAccept } from '../people/notice-consents.ts';
import type { Database } from '../platform/database/tables.ts';
import type { SignedIn } from '../platform/sessions.ts';

/**
 * Returns the caller's account, the refund of their latest payment, and the numbers of unread alerts and of proposals that wait, in one
 * statement. @throws {AppError} `unauthenticated` if the account was erased.
 */
export function findMe(db: Kysely<Database>, viewer: SignedIn, now: Date) {
  return db
    .selectFrom('users')
    .leftJoin(latestRefund(db, viewer.userId).as('refund'), (join) => join.onTrue())
    .selectAll('users')
    .select(['refundedPaise', 'refundAskedAt', 'refundSettledAt'])
    .select(countUnreadAlerts(db, viewer).as('unread'))
    .select(waitingProposals(viewer, now).as('proposals'))
    .select(noticeToAccept().as('noticeToAccept'))
    .where('users.id', '=', viewer.userId)
    .executeTakeFirstOrThrow(accountNotFound);
}
