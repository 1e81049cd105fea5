import type { PersonPage } from '@mutual-transfer/domain/administration/administration';
import { DEFAULT_PAGE, LIST_WINDOW, PAISE_A_RUPEE } from '@mutual-transfer/domain/constants';
import type { Kysely } from 'kysely';
import type { Database, UserRow } from '../../database/tables.ts';
import { AppError } from '../../errors.ts';
import { personTag } from '../../members/owner-tags.ts';
import { findBrokenAgreement } from '../../payments/broken-agreement.queries.ts';
import { mayBeRefunded } from '../../payments/refunds.ts';
import { presentAccount, presentName } from '../../privacy/present.ts';
import { presentRequest } from '../../requests/present-request.ts';
import { findRequestsOf } from '../../requests/requests.queries.ts';
import type { SignedIn } from '../../sessions/viewer.ts';
import { findAgreementsOf } from '../agreements/endings.queries.ts';
import { findAuditEntries } from '../audit/audit.queries.ts';

/** Maximum number of alerts, payments, sessions and audit entries on a page, the newest ones. All requests are shown. */
const NEWEST = 50;

/** Returns everything that the product stores about one teacher, with its `ETag`. @throws {AppError} `not_found`, `forbidden` for an administrator. */
export async function findPersonPage(
  db: Kysely<Database>,
  viewer: SignedIn,
  id: string,
  now: Date,
): Promise<{ page: PersonPage; tag: string }> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  if (user === undefined) throw new AppError('not_found');
  if (user.role === 'admin') throw new AppError('forbidden');
  const [requests, alertsSent, payments, broken, sessions, agreements, history] = await Promise.all([
    findRequestsOf(db, id, { page: DEFAULT_PAGE, limit: LIST_WINDOW, includeHidden: true }),
    findAlertsSent(db, viewer, id),
    // Payments, and the agreement whose end is a reason for a refund, are for administrators of the state.
    viewer.administers === null ? findPayments(db, id) : [],
    viewer.administers === null ? findBrokenAgreement(db, id) : undefined,
    findSessions(db, id),
    findAgreementsOf(db, viewer, id, now),
    findAuditEntries(db, { page: 1, limit: NEWEST, person: id }, viewer),
  ]);
  const page = {
    user: presentAccount(user),
    verification: await findVerification(db, user),
    requests: requests.rows.map((row) => presentRequest(row, viewer)),
    alertsSent,
    payments,
    brokenAgreementAt: broken?.ended_at?.toISOString() ?? null,
    sessions,
    agreements,
    history: history.entries,
  };
  return { page, tag: personTag(user) };
}

async function findVerification(db: Kysely<Database>, user: UserRow): Promise<PersonPage['verification']> {
  const { verified_at, verified_how, verified_by, verified_note } = user;
  if (verified_at === null || verified_how === null) return null;
  const administrator =
    verified_by === null
      ? undefined
      : await db.selectFrom('users').select('name').where('id', '=', verified_by).executeTakeFirst();
  return {
    at: verified_at.toISOString(),
    how: verified_how,
    by: administrator?.name ?? null,
    note: verified_note,
  };
}

async function findAlertsSent(
  db: Kysely<Database>,
  viewer: SignedIn,
  userId: string,
): Promise<PersonPage['alertsSent']> {
  const rows = await db
    .selectFrom('alerts')
    .innerJoin('users', 'users.id', 'alerts.to_user_id')
    .select(['alerts.id', 'message', 'read_at', 'alerts.created_at'])
    .select(['users.id as personId', 'users.name', 'users.district', 'users.hide_name'])
    .where('from_user_id', '=', userId)
    .orderBy('alerts.id', 'desc')
    .limit(NEWEST)
    .execute();
  return rows.map((row) => ({
    _id: row.id,
    to: presentName(row, viewer),
    message: row.message ?? '',
    isRead: row.read_at !== null,
    createdAt: row.created_at.toISOString(),
  }));
}

async function findPayments(db: Kysely<Database>, userId: string): Promise<PersonPage['payments']> {
  const rows = await db
    .selectFrom('payment_orders')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(NEWEST)
    .execute();
  const refunds = await db
    .selectFrom('payment_refunds')
    .innerJoin('payment_orders', 'payment_orders.id', 'order_id')
    .selectAll('payment_refunds')
    .where('user_id', '=', userId)
    .orderBy('asked_at', 'desc')
    .execute();
  return rows.map((row) => ({
    _id: row.id,
    orderId: row.provider_order_id,
    paymentId: row.payment_id,
    amount: row.amount_paise / PAISE_A_RUPEE,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    settledAt: row.settled_at?.toISOString() ?? null,
    refunds: refunds
      .filter(({ order_id }) => order_id === row.id)
      .map(({ state, origin, failure, asked_at, settled_at }) => ({
        state,
        origin,
        failure,
        askedAt: asked_at.toISOString(),
        settledAt: settled_at?.toISOString() ?? null,
      })),
    canRefund: mayBeRefunded(row, refunds),
  }));
}

async function findSessions(db: Kysely<Database>, userId: string): Promise<PersonPage['sessions']> {
  const rows = await db
    .selectFrom('sessions')
    .leftJoin('users as impersonators', 'impersonators.id', 'impersonator_id')
    .select(['sessions.created_at', 'expires_at', 'ended_at', 'impersonators.name as impersonator'])
    .where('user_id', '=', userId)
    .orderBy('sessions.id', 'desc')
    .limit(NEWEST)
    .execute();
  return rows.map((row) => ({
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    impersonator: row.impersonator,
  }));
}
