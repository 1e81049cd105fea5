import type { Me } from '@mutual-transfer/domain/dashboard';
import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import { languageOf } from '../http/answers.ts';
import { signedIn } from '../http/policy.ts';
import { findOwnAnnouncements } from '../inbox/announcements.ts';
import { paymentStatusOf } from '../payments/orders.ts';
import { presentOwnRefund } from '../payments/refunds.ts';
import { auditAnsweredCalls } from '../people/audit.ts';
import { presentAccount } from '../people/present.ts';
import { findMe } from './me.queries.ts';

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
