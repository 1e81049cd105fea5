import { type Kysely, sql } from 'kysely';
import { accountNotFound } from '../people/lock-members.ts';
import { presentAccount } from '../people/present.ts';
import type { Database } from '../platform/database/tables.ts';

/** Returns everything that is stored about a person, table by table, as their data export. */
export async function exportAccount(db: Kysely<Database>, userId: string): Promise<Record<string, unknown>> {
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(accountNotFound);
  const [requests, consents, sent, received, orders, refunds, unexplained, sessions, log] = await Promise.all(
    [
      db.selectFrom('requests').selectAll().where('user_id', '=', userId).orderBy('id').execute(),
      db
        .selectFrom('notice_consents')
        .select(['version', 'given_at'])
        .where('user_id', '=', userId)
        .orderBy('given_at')
        .execute(),
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
        .selectFrom('unexplained_payments')
        .select(['payment_id', 'amount_paise', 'currency', 'found_at', 'settled_how', 'settled_at'])
        .where('user_id', '=', userId)
        .orderBy('id')
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
    ],
  );
  return {
    account: presentAccount(user),
    consent: consents,
    cameBySharedLink: user.came_by,
    lastSignIn: user.signed_in_at,
    emailBouncedAt: user.email_bounced_at,
    requests: requests.map(
      ({ search, listed, owner_is_active, from_district, from_block, ...request }) => request,
    ),
    alertsSent: sent,
    alertsReceived: received,
    payments: orders,
    refunds,
    unexplainedPayments: unexplained,
    sessions,
    administrativeActions: log,
    ...(await exportTraces(db, userId)),
    ...(await exportContact(db, userId)),
    ...(await exportAgreements(db, userId)),
    messagesHeld: await exportHeld(db, userId),
    ...(await exportNotices(db, userId)),
  };
}

/** Returns the names that the person had before, the rounds that asked them, and the days on which contact stayed hidden from them. */
async function exportTraces(db: Kysely<Database>, userId: string) {
  const [formerNames, roundsAsked, contactRefused] = await Promise.all([
    db
      .selectFrom('former_names')
      .select(['name', 'until'])
      .where('user_id', '=', userId)
      .orderBy('until')
      .execute(),
    db
      .selectFrom('round_teachers')
      .select(['round_id', 'district', 'subject', 'asked_at', 'ready_at'])
      .where('user_id', '=', userId)
      .orderBy('round_id')
      .execute(),
    db
      .selectFrom('contact_refusals')
      .select([sql<string>`day::text`.as('day'), sql<number>`count(*)::int`.as('refused')])
      .where('viewer_id', '=', userId)
      .groupBy('day')
      .orderBy('contact_refusals.day')
      .execute(),
  ]);
  return { formerNames, roundsAsked, contactRefused };
}

/** Returns contact views of and by the person, and the teachers whom they block or reported. Other people appear by id only. */
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
      .select(['number', 'reported_id', 'reason', 'words', 'created_at', 'due_at'])
      .select(['decision', 'decision_words', 'decided_at'])
      .where('reporter_id', '=', userId)
      .orderBy('id')
      .execute(),
    // Leaves out who reported the person, and the reporter's words. Only the administrator sees these.
    db
      .selectFrom('reports')
      .select(['reason', 'created_at', 'decision', 'decision_words', 'decided_at'])
      .where('reported_id', '=', userId)
      .orderBy('id')
      .execute(),
  ]);
  return { contactSeen, contactViewed, blocks, reportsMade, reportsOfMe };
}

/** Returns messages of the person that an administrator has not released yet. */
function exportHeld(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom('held_messages')
    .select(['to_user_id', 'agreement_id', 'message', 'created_at'])
    .where('from_user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** Returns the person's notice settings, deliveries with their channel, SMS, and the browsers that receive notices. */
async function exportNotices(db: Kysely<Database>, userId: string) {
  const [noticeSettings, noticesSent, smsSent, pushDevices] = await Promise.all([
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
      .selectFrom('sent_sms')
      .select(['kind', 'sent_at', 'state', 'state_at', 'reason'])
      .where('user_id', '=', userId)
      .orderBy('sent_at')
      .execute(),
    db
      .selectFrom('push_devices')
      .select(['endpoint', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
  ]);
  return { noticeSettings: noticeSettings ?? null, noticesSent, smsSent, pushDevices };
}

/** Returns the person's seats in proposals and agreements, the steps they took, their messages there, the places they said yes to, and their consents. */
async function exportAgreements(db: Kysely<Database>, userId: string) {
  const [
    agreements,
    agreementSteps,
    agreementMessages,
    placesAgreedTo,
    seasonConsents,
    seasonExclusions,
    objections,
  ] = await Promise.all([
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
      .select(['agreement_id', 'kind', 'concerns', 'words', 'happened_at', 'taken_back_at'])
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
    db
      .selectFrom('season_consents')
      .innerJoin('seasons', 'seasons.id', 'season_id')
      .select(['seasons.name', 'season_consents.asked_at', 'given_at', 'withdrawn_at', 'sentence'])
      .select('season_consents.district')
      .where('user_id', '=', userId)
      .orderBy('season_consents.id')
      .execute(),
    db
      .selectFrom('season_exclusions')
      .innerJoin('seasons', 'seasons.id', 'season_id')
      .select(['seasons.name', 'reason', 'until', 'recorded_at'])
      .where('user_id', '=', userId)
      .orderBy('recorded_at')
      .execute(),
    db
      .selectFrom('objections')
      .select(['agreement_id', 'category', 'created_at', 'due_at', 'reply', 'reply_words', 'replied_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
  ]);
  return {
    agreements,
    agreementSteps,
    agreementMessages,
    placesAgreedTo,
    seasonConsents,
    seasonExclusions,
    objections,
  };
}
