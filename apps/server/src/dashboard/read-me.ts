import type { Me } from '@mutual-transfer/domain/dashboard';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { waitingProposals } from '../agreements/agreements.queries.ts';
import type { Dependencies } from '../dependencies.ts';
import { languageOf } from '../http/answers.ts';
import { signedIn } from '../http/policy.ts';
import { countUnreadAlerts } from '../inbox/alerts.queries.ts';
import { findOwnAnnouncements } from '../inbox/announcements.ts';
import { paymentStatusOf } from '../payments/orders.ts';
import { latestRefund, presentOwnRefund } from '../payments/refunds.ts';
import { auditAnsweredCalls } from '../people/audit.ts';
import { accountNotFound } from '../people/lock-members.ts';
import { noticeToAccept } from '../people/notice-consents.ts';
import { presentAccount } from '../people/present.ts';
import type { Database } from '../platform/database/tables.ts';
import type { SignedIn } from '../platform/sessions.ts';

/** Returns what every page of a signed-in person needs. */
export async function readMe(dependencies: Dependencies, request: FastifyRequest): Promise<Me> {
  const { db, now } = dependencies;
  const viewer = signedIn(request);
  const seesWaiting = viewer.role === 'teacher' && viewer.hasAccess;
  const [{ unread, proposals, noticeToAccept, ...row }, { announcements }] = await Promise.all([
    findMe(db, viewer, now()),
    findOwnAnnouncements(db, { userId: viewer.userId, language: languageOf(request), now: now() }),
  ]);
  await auditAnsweredCalls(dependencies, request, [
    { route: '/api/auth/profile' },
    { route: '/api/payment/status' },
    { route: '/api/announcements' },
    ...(seesWaiting ? [{ route: '/api/alerts/unread' }, { route: '/api/agreements' }] : []),
  ]);
  return {
    account: presentAccount(row),
    payment: paymentStatusOf(viewer, presentOwnRefund(row)),
    waiting: seesWaiting ? { alerts: unread ?? 0, proposals } : null,
    noticeToAccept,
    announcements,
  };
}

/**
 * Returns the caller's account, the refund of their latest payment, and the numbers of unread alerts and of proposals that wait, in one
 * statement. @throws {AppError} `unauthenticated` if the account was erased.
 */
function findMe(db: Kysely<Database>, viewer: SignedIn, now: Date) {
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
