import type { Role } from '@mutual-transfer/domain/accounts/user';
import { MILLISECONDS_A_DAY, MILLISECONDS_AN_HOUR } from '@mutual-transfer/domain/constants';
import { dayInIndia, startInIndia } from '@mutual-transfer/domain/language/date-time';
import { DEFAULT_LANGUAGE, type Language } from '@mutual-transfer/domain/language/language';
import { messagesIn } from '@mutual-transfer/domain/language/packs/language-packs';
import { kindOfNotice, type NoticeKind, noticePage } from '@mutual-transfer/domain/notices/notice-kinds';
import type { NoticeChannel, NoticeChoices } from '@mutual-transfer/domain/notices/notice-settings';
import type { SmsOfNotice } from '@mutual-transfer/domain/notices/text-messages';
import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { isUnblocked } from '../people/visibility.ts';
import { advisoryLocks } from '../platform/database/advisory-locks.ts';
import type { Database, FormerContact, NoticeDetails } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { viewerHasAccess } from '../platform/sessions.ts';
import { provenContact } from './former-contact.ts';
import { isKnownKind, noticeText } from './notices.ts';
import { findChoices } from './settings.ts';
import type { Renewable } from './signed-links.ts';

const BATCH = 500;

/**
 * Creates a delivery of each of the next new notices for each channel that is configured, chosen by its recipient (unless the kind is forced) and able to reach
 * them; announcements come after all others. The flag `is_routed` is set in the same transaction, so that every notice is processed once.
 *
 * @returns true if there may be more.
 */
export async function createDeliveries(
  db: Kysely<Database>,
  channels: readonly NoticeChannel[],
  now: Date,
): Promise<boolean> {
  const processed = await db.transaction().execute((transaction) => createBatch(transaction, channels, now));
  return processed === BATCH;
}

async function createBatch(
  transaction: Transaction<Database>,
  channels: readonly NoticeChannel[],
  now: Date,
): Promise<number> {
  await lockDeliveries(transaction);
  // Leaves out recipients who are being erased: the deliveries refer to the accounts, and would wait for the erasure.
  const notices = await transaction
    .selectFrom('alerts')
    .innerJoin('users', 'users.id', 'to_user_id')
    .select(['alerts.id', 'to_user_id', 'kind', 'former_contact', 'details'])
    .where('is_routed', '=', false)
    .where(isKnownKind)
    .orderBy(sql`kind = 'announcement'`)
    .orderBy('alerts.id')
    .limit(BATCH)
    .modifyEnd(sql`for key share of users skip locked for update of alerts skip locked`)
    .execute();
  if (notices.length === 0) return 0;
  const recipients = [...new Set(notices.map(({ to_user_id }) => to_user_id))];
  const choicesOf = await findChoices(transaction, recipients);
  const reachable = await findReachable(transaction, recipients, channels);
  const deliveries = notices.flatMap(({ id, to_user_id, kind, details, former_contact: former }) => {
    const choices = choicesOf(to_user_id);
    const { topic, isUrgent, isForced, sms } = kindOfNotice(kind);
    const due_at = isUrgent ? now : dueTime(now, choices);
    const announcement_id = details?.announcementId ?? null;
    const priority = isUrgent || isForced ? 0 : announcement_id === null ? 1 : 2;
    const wanted = isForced ? channels : choices.channels[topic];
    const chosen = wanted.filter(
      (channel) => reachable(to_user_id, channel) && (channel !== 'sms' || sms !== undefined),
    );
    return targetsOf(chosen, former, channels).map((target) => ({
      id: newId({ msecs: now.getTime() }),
      alert_id: id,
      user_id: to_user_id,
      due_at,
      priority,
      announcement_id,
      ...target,
    }));
  });
  if (deliveries.length > 0) await transaction.insertInto('deliveries').values(deliveries).execute();
  await transaction
    .updateTable('alerts')
    .set({ is_routed: true, former_contact: null })
    .where(
      'id',
      'in',
      notices.map(({ id }) => id),
    )
    .execute();
  return notices.length;
}

/**
 * Returns where a notice is sent: to the chosen channels, and to the contact from before a change, which the person who changed it cannot
 * choose. One message tells both if the contact stayed.
 */
function targetsOf(
  chosen: readonly NoticeChannel[],
  former: FormerContact | null,
  channels: readonly NoticeChannel[],
): { channel: NoticeChannel; contact: string | null }[] {
  const told = [
    { channel: 'email' as const, contact: former?.email },
    { channel: 'sms' as const, contact: former?.phone },
  ].flatMap(({ channel, contact }) =>
    contact !== undefined && channels.includes(channel) ? [{ channel, contact }] : [],
  );
  const others = chosen.filter((name) => !told.some(({ channel }) => channel === name));
  return [...told, ...others.map((channel) => ({ channel, contact: null }))];
}

/** Takes the advisory lock that serialises the processes that send notices. Released at the end of the transaction. */
export async function lockDeliveries(transaction: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.deliveries})`.execute(transaction);
}

/**
 * Returns a function that tells whether a channel can reach a teacher of an active account: e-mail a mailbox that confirmed its address and
 * has not stopped its mails and takes mails, push a subscribed browser, SMS a phone that was verified by a code.
 */
export async function findReachable(
  db: Kysely<Database>,
  userIds: readonly string[],
  channels: readonly NoticeChannel[],
): Promise<(userId: string, channel: NoticeChannel) => boolean> {
  const people = await db
    .selectFrom('users')
    .select((user) => [
      'id',
      'email',
      'email_confirmed_at',
      'email_stopped_at',
      'email_bounced_at',
      'phone',
      'verified_how',
      user
        .exists(user.selectFrom('push_devices').select('endpoint').whereRef('user_id', '=', 'users.id'))
        .as('hasBrowser'),
    ])
    .where('id', 'in', userIds)
    .where('is_active', '=', true)
    .execute();
  const byId = new Map(people.map((person) => [person.id, person]));
  return (userId, channel) => {
    const person = byId.get(userId);
    if (person === undefined || !channels.includes(channel)) return false;
    if (channel === 'push') return Boolean(person.hasBrowser);
    return provenContact(person)[channel === 'email' ? 'email' : 'phone'] !== undefined;
  };
}

/** Returns the recipient; `undefined` if the account was deactivated or erased. */
export async function findRecipient(db: Kysely<Database>, userId: string) {
  const row = await db
    .selectFrom('users')
    .innerJoin('payment_settings', (join) => join.onTrue())
    .select([
      'users.id',
      'email',
      'phone',
      'language',
      'role',
      'paid_at',
      'is_payment_required',
      'payment_amount',
    ])
    .where('users.id', '=', userId)
    .where('is_active', '=', true)
    .executeTakeFirst();
  return row && { ...row, language: row.language ?? DEFAULT_LANGUAGE };
}

/** Hour of the daily message for a teacher without quiet hours. */
const DAILY_HOUR = 7;

/** Returns when a new notice is sent: at once, after the quiet hours, or with the next daily message. */
function dueTime(now: Date, { quietHours, isDaily }: Pick<NoticeChoices, 'quietHours' | 'isDaily'>): Date {
  if (isDaily) return nextHour(now, quietHours?.until ?? DAILY_HOUR);
  if (quietHours === null || !isWithin(hourOf(now), quietHours)) return now;
  return nextHour(now, quietHours.until);
}

function isWithin(hour: number, { from, until }: { from: number; until: number }): boolean {
  return from < until ? hour >= from && hour < until : hour >= from || hour < until;
}

/** Returns the hour of the day in India. */
function hourOf(moment: Date): number {
  return Math.floor((moment.getTime() - todayOf(moment)) / MILLISECONDS_AN_HOUR);
}

/** Returns the next time at which the hour begins in India. */
function nextHour(now: Date, hour: number): Date {
  const today = todayOf(now) + hour * MILLISECONDS_AN_HOUR;
  return new Date(today > now.getTime() ? today : today + MILLISECONDS_A_DAY);
}

/** Returns the start of the day in India, in milliseconds since 1970. */
function todayOf(moment: Date): number {
  return startInIndia(dayInIndia(moment)).getTime();
}

/**
 * Returns true if a notice has no deliveries yet, or a delivery of one of the channels may be due. Each channel's loop runs it every second,
 * so it is a single statement without locks.
 */
export async function hasDueWork(
  db: Kysely<Database>,
  channels: readonly NoticeChannel[],
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ isDue: boolean }>`
    select exists (select from alerts where not is_routed and ${isKnownKind})
      or exists (
        select from ${queues(channels)}, lateral (
          select from deliveries join alerts on alerts.id = alert_id
          where ${isOfQueue} and due_at <= ${now} and ${isKnownKind} limit 1) as next) as "isDue"`.execute(
    db,
  );
  return rows[0]?.isDue === true;
}

/** SQL of the queues of deliveries that wait: of each channel, first what cannot wait, last announcements. */
export function queues(channels: readonly NoticeChannel[]): RawBuilder<unknown> {
  return sql`unnest(${[...channels]}::text[]) as via, generate_series(0, 2) as rank`;
}

/** SQL condition that a delivery waits in a queue: equalities, so that the index gives the rows in order of their time. */
export const isOfQueue = sql<SqlBool>`deliveries.state = 'waiting' and deliveries.channel = via and deliveries.priority = rank`;

/** Recipient, with the columns that decide access to messages of other teachers. */
interface Reader {
  id: string;
  language: Language;
  role: Role;
  paid_at: Date | null;
  is_payment_required: boolean;
  payment_amount: number;
}

/** A notice as its recipient may read it at the time of sending. */
export interface ReadableNotice {
  kind: NoticeKind;
  text: string;
  page: string;
  sms: SmsOfNotice | undefined;
  /** Request that the link in the message renews. */
  renewable?: Renewable;
}

interface Row {
  id: string;
  kind: NoticeKind;
  message: string | null;
  details: NoticeDetails | null;
  request_id: string | null;
}

/**
 * Returns the notices that still concern their recipient, by id. Leaves out notices that were read or hidden, whose sender is inactive or
 * blocked, whose request was renewed, or whose proposal no longer waits for an answer of the recipient.
 *
 * @param isFormer True for messages to a former contact: who took over the account may have read the notice.
 */
export async function findReadable(
  db: Kysely<Database>,
  reader: Reader,
  { ids, isFormer }: { ids: readonly string[]; isFormer: boolean },
): Promise<ReadonlyMap<string, ReadableNotice>> {
  const { rows } = await sql<Row>`
    select alerts.id, kind, message, details, request_id from alerts
    left join users as senders on senders.id = from_user_id
    where alerts.id = any(${[...ids]}::uuid[]) and (${isFormer} or (read_at is null and hidden_at is null))
      and (from_user_id is null or (senders.is_active and ${isUnblocked('from_user_id', reader.id)}))
      and (about_user_id is null or ${isUnblocked('about_user_id', reader.id)})
      and (kind <> 'request_expiring' or exists (
        select from requests where requests.id = request_id and status = 'active'
          and expires_at <= (details->>'expiresAt')::timestamptz))
      and (kind <> 'deadline_near' or exists (
        select from agreements join agreement_members on agreement_id = agreements.id
        where agreements.id = (details->>'agreementId')::uuid and agreements.state = 'proposed'
          and agreement_members.user_id = ${reader.id} and answer = 'open'))`.execute(db);
  return new Map(rows.map((row) => [row.id, readable(row, reader)]));
}

function readable(row: Row, reader: Reader): ReadableNotice {
  const { expiresAt, agreementId } = row.details ?? {};
  return {
    kind: row.kind,
    text: textFor(row, reader),
    page: noticePage({ kind: row.kind, agreementId }),
    sms: kindOfNotice(row.kind).sms?.(row.details ?? {}),
    ...(row.kind === 'request_expiring' && row.request_id !== null && expiresAt !== undefined
      ? { renewable: { requestId: row.request_id, expiresAt: new Date(expiresAt) } }
      : {}),
  };
}

/** Returns the text of a notice. A reader without access learns only that a message waits. */
function textFor(row: Row, { language, role, ...payer }: Reader): string {
  const text = noticeText(row, language);
  if (row.kind !== 'message') return text;
  const say = messagesIn(language);
  const isOpen = viewerHasAccess({
    role,
    paidAt: payer.paid_at,
    isPaymentRequired: payer.is_payment_required,
    paymentAmount: payer.payment_amount,
  });
  return isOpen ? say('notice.message', { message: text }) : say('notice.messageWaits');
}

/** Returns a function that tells how far the messages of announcements are. It reads an index alone (docs/performance/requests.md). */
export async function findProgress(
  db: Kysely<Database>,
  announcementIds: readonly string[],
): Promise<(announcementId: string) => { waiting: number; sent: number; failed: number }> {
  const { rows } = await sql<{ id: string; waiting: number; sent: number; failed: number }>`
    select announcement_id as id, count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'sent')::int as sent, count(*) filter (where state = 'dead')::int as failed
    from deliveries where announcement_id = any(${[...announcementIds]}::uuid[]) group by announcement_id`.execute(
    db,
  );
  const byId = new Map(rows.map(({ id, ...counts }) => [id, counts]));
  return (id) => byId.get(id) ?? { waiting: 0, sent: 0, failed: 0 };
}

/** Schedules a delivery that was given up for another attempt. @returns the id of its recipient. @throws {AppError} `not_found` unless it was given up. */
export async function retryDelivery(
  transaction: Transaction<Database>,
  id: string,
  now: Date,
): Promise<string> {
  const { user_id } = await transaction
    .updateTable('deliveries')
    .set({ state: 'waiting', due_at: now, attempts: 0, ended_at: null })
    .where('id', '=', id)
    .where('state', '=', 'dead')
    .returning('user_id')
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  return user_id;
}
