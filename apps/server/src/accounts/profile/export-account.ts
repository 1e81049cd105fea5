import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { accountGone } from '../../members/account-gone.ts';
import { presentAccount } from '../../privacy/present.ts';

/** Everything kept about a person, table by table, for themselves to read. */
export async function exportAccount(db: Kysely<Database>, userId: string): Promise<Record<string, unknown>> {
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(accountGone);
  const [requests, sent, received, orders, refunds, sessions, log] = await Promise.all([
    db.selectFrom('requests').selectAll().where('user_id', '=', userId).orderBy('id').execute(),
    db
      .selectFrom('alerts')
      .select(['id', 'to_user_id', 'kind', 'message', 'created_at'])
      .where('from_user_id', '=', userId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('alerts')
      .select(['id', 'kind', 'message', 'details', 'created_at', 'read_at', 'hidden_at'])
      .where('to_user_id', '=', userId)
      .orderBy('id')
      .execute(),
    db.selectFrom('payment_orders').selectAll().where('user_id', '=', userId).orderBy('id').execute(),
    db
      .selectFrom('payment_refunds')
      .innerJoin('payment_orders', 'payment_orders.id', 'order_id')
      .selectAll('payment_refunds')
      .where('user_id', '=', userId)
      .orderBy('payment_refunds.id')
      .execute(),
    db
      .selectFrom('sessions')
      .select(['created_at', 'expires_at', 'ended_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('audit_log')
      .select(['happened_at', 'action'])
      .where('subject_id', '=', userId)
      .orderBy('id')
      .execute(),
  ]);
  return {
    account: presentAccount(user),
    consent: { version: user.consent_version, givenAt: user.consented_at },
    cameBySharedLink: user.came_by,
    requests: requests.map(
      ({ search, listed, owner_is_active, from_district, from_block, ...request }) => request,
    ),
    alertsSent: sent,
    alertsReceived: received,
    payments: orders,
    refunds,
    sessions,
    administrativeActions: log,
    ...(await exportContact(db, userId)),
    ...(await exportAgreements(db, userId)),
    messagesHeld: await exportHeld(db, userId),
    ...(await exportNotices(db, userId)),
  };
}

/** When one's contact was seen, whose contact one saw, and whom one blocks or reported: others by their id alone. */
async function exportContact(db: Kysely<Database>, userId: string) {
  const [contactSeen, contactViewed, blocks, reportsMade, reportsOfMe] = await Promise.all([
    db
      .selectFrom('contact_views')
      .select(['place', 'opened_at', 'seen_at'])
      .where('seen_id', '=', userId)
      .orderBy('seen_at')
      .execute(),
    db
      .selectFrom('contact_views')
      .select(['seen_id', 'place', 'opened_at', 'seen_at', 'address'])
      .where('viewer_id', '=', userId)
      .orderBy('seen_at')
      .orderBy('seen_id')
      .execute(),
    db
      .selectFrom('blocks')
      .select(['blocked_id', 'created_at'])
      .where('blocker_id', '=', userId)
      .orderBy('created_at')
      .orderBy('blocked_id')
      .execute(),
    db
      .selectFrom('reports')
      .select(['reported_id', 'reason', 'words', 'created_at', 'decision', 'decision_words', 'decided_at'])
      .where('reporter_id', '=', userId)
      .orderBy('id')
      .execute(),
    // Who reported, and in which words, stays between them and the administrator.
    db
      .selectFrom('reports')
      .select(['reason', 'created_at', 'decision', 'decision_words', 'decided_at'])
      .where('reported_id', '=', userId)
      .orderBy('id')
      .execute(),
  ]);
  return { contactSeen, contactViewed, blocks, reportsMade, reportsOfMe };
}

/** What one wrote and an administrator has not released yet. */
function exportHeld(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom('held_messages')
    .select(['to_user_id', 'agreement_id', 'message', 'created_at'])
    .where('from_user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** What one chose about notices, which were sent by which channel, and to which browsers they go. */
async function exportNotices(db: Kysely<Database>, userId: string) {
  const [noticeSettings, noticesSent, pushDevices] = await Promise.all([
    db
      .selectFrom('notice_settings')
      .select(['channels', 'quiet_from', 'quiet_until', 'is_daily'])
      .where('user_id', '=', userId)
      .executeTakeFirst(),
    db
      .selectFrom('deliveries')
      .select(['alert_id', 'channel', 'state', 'attempts', 'due_at', 'ended_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('push_devices')
      .select(['endpoint', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
  ]);
  return { noticeSettings: noticeSettings ?? null, noticesSent, pushDevices };
}

/** One's seats in proposals and agreements, the steps one took, what one wrote there, and the places one said yes to. */
async function exportAgreements(db: Kysely<Database>, userId: string) {
  const [agreements, agreementSteps, agreementMessages, placesAgreedTo] = await Promise.all([
    db
      .selectFrom('agreement_members')
      .innerJoin('agreements', 'agreements.id', 'agreement_id')
      .select(['agreements.id', 'agreements.state', 'source', 'size', 'created_at', 'deadline', 'agreed_at'])
      .select(['submitted_at', 'ended_at', 'reason', 'request_id', 'from_block', 'to_block'])
      .select(['answer', 'answered_at'])
      .where('user_id', '=', userId)
      .orderBy('agreements.id')
      .execute(),
    db
      .selectFrom('agreement_steps')
      .select(['agreement_id', 'kind', 'words', 'happened_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('agreement_messages')
      .select(['agreement_id', 'message', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('remembered_yes')
      .select(['to_block', 'given_at'])
      .where('user_id', '=', userId)
      .orderBy('to_block')
      .execute(),
  ]);
  return { agreements, agreementSteps, agreementMessages, placesAgreedTo };
}
