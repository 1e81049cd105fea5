import { type Kysely, type RawBuilder, sql } from 'kysely';
import { accountNotFound } from '../people/lock-members.ts';
import { presentAccount } from '../people/present.ts';
import type { Database } from '../platform/database/tables.ts';

type Row = Record<string, unknown>;

/** Returns everything that is stored about a person, table by table, as their data export. Other people appear by id only. */
export async function exportAccount(db: Kysely<Database>, userId: string): Promise<Row> {
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(accountNotFound);
  const rows = async (statement: RawBuilder<Row>) => (await statement.execute(db)).rows;
  const requests = await rows(sql`select * from requests where user_id = ${userId} order by id`);
  const [noticeSettings = null] = await rows(sql`
    select channels, quiet_from, quiet_until, is_daily from notice_settings where user_id = ${userId}`);
  return {
    account: presentAccount(user),
    consent: await rows(sql`
      select version, given_at from notice_consents where user_id = ${userId} order by given_at`),
    cameBySharedLink: user.came_by,
    lastSignIn: user.signed_in_at,
    emailBouncedAt: user.email_bounced_at,
    requests: requests.map(
      ({ search, listed, owner_is_active, from_district, from_block, ...request }) => request,
    ),
    alertsSent: await rows(sql`
      select id, to_user_id, kind, message, created_at from alerts where from_user_id = ${userId} order by id`),
    alertsReceived: await rows(sql`
      select id, kind, message, details, created_at, read_at, hidden_at
      from alerts where to_user_id = ${userId} order by id`),
    payments: await rows(sql`select * from payment_orders where user_id = ${userId} order by id`),
    refunds: await rows(sql`
      select payment_refunds.* from payment_refunds join payment_orders on payment_orders.id = order_id
      where user_id = ${userId} order by payment_refunds.id`),
    unexplainedPayments: await rows(sql`
      select payment_id, amount_paise, currency, found_at, settled_how, settled_at
      from unexplained_payments where user_id = ${userId} order by id`),
    sessions: await rows(sql`
      select created_at, expires_at, ended_at from sessions where user_id = ${userId} order by id`),
    administrativeActions: await rows(sql`
      select happened_at, action from audit_log where subject_id = ${userId} order by id`),
    formerNames: await rows(sql`
      select name, until from former_names where user_id = ${userId} order by until`),
    roundsAsked: await rows(sql`
      select round_id, district, subject, asked_at, ready_at
      from round_teachers where user_id = ${userId} order by round_id`),
    contactRefused: await rows(sql`
      select day::text as day, count(*)::int as refused
      from contact_refusals where viewer_id = ${userId} group by contact_refusals.day order by contact_refusals.day`),
    contactSeen: await rows(sql`
      select place, opened_at, seen_at from contact_views where seen_id = ${userId} order by seen_at`),
    contactViewed: await rows(sql`
      select seen_id, place, opened_at, seen_at, address
      from contact_views where viewer_id = ${userId} order by seen_at, seen_id`),
    blocks: await rows(sql`
      select blocked_id, created_at from blocks where blocker_id = ${userId} order by created_at, blocked_id`),
    reportsMade: await rows(sql`
      select number, reported_id, reason, words, created_at, due_at, decision, decision_words, decided_at
      from reports where reporter_id = ${userId} order by id`),
    // Leaves out who reported the person, and the reporter's words. Only the administrator sees these.
    reportsOfMe: await rows(sql`
      select reason, created_at, decision, decision_words, decided_at
      from reports where reported_id = ${userId} order by id`),
    agreements: await rows(sql`
      select agreements.id, agreements.state, source, size, created_at, deadline, agreed_at, submitted_at, ended_at, reason, request_id,
        from_block, to_block, answer, answered_at, relieved_on, joined_on, record_moved_at, scrutinised_at
      from agreement_members join agreements on agreements.id = agreement_id
      where user_id = ${userId} order by agreements.id`),
    agreementSteps: await rows(sql`
      select agreement_id, kind, concerns, words, happened_at, taken_back_at
      from agreement_steps where user_id = ${userId} order by id`),
    agreementMessages: await rows(sql`
      select agreement_id, message, created_at from agreement_messages where user_id = ${userId} order by id`),
    placesAgreedTo: await rows(sql`
      select to_block, given_at from remembered_yes where user_id = ${userId} order by to_block`),
    seasonConsents: await rows(sql`
      select seasons.name, season_consents.asked_at, given_at, withdrawn_at, sentence, season_consents.district
      from season_consents join seasons on seasons.id = season_id
      where user_id = ${userId} order by season_consents.id`),
    seasonExclusions: await rows(sql`
      select seasons.name, reason, until, recorded_at
      from season_exclusions join seasons on seasons.id = season_id
      where user_id = ${userId} order by recorded_at`),
    objections: await rows(sql`
      select agreement_id, category, created_at, due_at, reply, reply_words, replied_at
      from objections where user_id = ${userId} order by id`),
    messagesHeld: await rows(sql`
      select to_user_id, agreement_id, message, created_at
      from held_messages where from_user_id = ${userId} order by id`),
    noticeSettings,
    noticesSent: await rows(sql`
      select alert_id, channel, state, attempts, due_at, ended_at
      from deliveries where user_id = ${userId} order by id`),
    smsSent: await rows(sql`
      select kind, sent_at, state, state_at, reason from sent_sms where user_id = ${userId} order by sent_at`),
    pushDevices: await rows(sql`
      select endpoint, created_at from push_devices where user_id = ${userId} order by created_at`),
  };
}
