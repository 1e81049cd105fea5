import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { DEFAULT_LANGUAGE } from '@mutual-transfer/domain/language/language';
import type { NoticeChannel } from '@mutual-transfer/domain/notices/notice-settings';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { JobWatch } from '../job-metrics.ts';
import type { Database, DeliveryState } from '../platform/database/tables.ts';
import { type Pause, repeatWork } from '../platform/repeat-work.ts';
import { type Channel, type NoticeToSend, RefusedDispatch } from './channels/channel.ts';
import { MAILS_AN_HOUR, mailWithinCeiling } from './channels/mail-ceiling.ts';
import { countMails, readRoom } from './channels/mail-rate.ts';
import {
  createDeliveries,
  findReachable,
  findReadable,
  findRecipient,
  hasDueWork,
  isOfQueue,
  lockDeliveries,
  queues,
  type ReadableNotice,
} from './deliveries.ts';
import { isKnownKind } from './notices.ts';
import type { NoticeLinks } from './signed-links.ts';

/** Arguments of the functions that send deliveries. */
export interface Sending {
  db: Kysely<Database>;
  channels: readonly Channel[];
  links: NoticeLinks;
  /** Maximum number of mails in a second, over all processes. Undefined: no limit. */
  mailsPerSecond?: number;
  now: () => Date;
  /** Aborts when the process stops. No further deliveries are taken then. */
  stopping?: AbortSignal;
}

/** Time in which a process must send the deliveries that it took. Afterwards another process sends the same message with the same id. */
const LEASE = '3 minutes';
const PEOPLE_AT_ONCE = 8;
/** Minutes from each failed attempt to the next one. A delivery is given up after about two days. */
const RETRY_AFTER_MINUTES = [1, 5, 15, 60, 180, 360, 720, 1_440];
const ERROR_LENGTH = 300;

/** Due deliveries of one person, channel and contact, in order, which are sent as one message. */
interface Batch {
  userId: string;
  channel: NoticeChannel;
  /** Former address or number. */
  contact: string | null;
  deliveries: readonly {
    id: string;
    alertId: string;
    attempts: number;
  }[];
}

interface DeliveryRow {
  id: string;
  alert_id: string;
  user_id: string;
  channel: NoticeChannel;
  contact: string | null;
  attempts: number;
}

/**
 * Sends due deliveries to up to `PEOPLE_AT_ONCE` people in parallel, to each in order.
 *
 * @returns milliseconds until the next ones may be sent; undefined if none was due.
 */
export async function sendDue(sending: Sending): Promise<number | undefined> {
  const { batches, waitMs } = await sending.db
    .transaction()
    .execute((transaction) => takeDue(transaction, sending));
  await Promise.all(batches.map((batch) => sendBatch(sending, batch)));
  return batches.length > 0 || waitMs > 0 ? waitMs : undefined;
}

/**
 * Takes due deliveries of some people for the length of the lease. A person's later deliveries wait while an earlier one waits for its
 * next attempt, which keeps their order. They do not wait for a delivery that quiet hours or the daily message delay.
 *
 * What cannot wait comes first, announcements last. Of one priority half of the people are those whose delivery became due last, so that a
 * backlog, such as that at the end of the quiet hours, delays no new notice. The other half have waited longest, so that new notices cannot
 * delay a backlog forever.
 */
async function takeDue(
  transaction: Transaction<Database>,
  { channels, mailsPerSecond, now }: Pick<Sending, 'channels' | 'mailsPerSecond' | 'now'>,
): Promise<{ batches: Batch[]; waitMs: number }> {
  await lockDeliveries(transaction);
  const names = namesOf(channels);
  const isBounded = mailsPerSecond !== undefined && names.includes('email');
  const unbounded = { room: PEOPLE_AT_ONCE, milliseconds: 0 };
  const { room, milliseconds } = isBounded ? await readRoom(transaction, mailsPerSecond) : unbounded;
  const left = Math.min(PEOPLE_AT_ONCE, room);
  if (left <= 0) return { batches: [], waitMs: Math.max(1, Math.ceil(milliseconds)) };
  const isNext = sql`due_at <= ${now()}
    and exists (select from alerts where alerts.id = alert_id and ${isKnownKind}) and not exists (
    select from deliveries as earlier
    where earlier.user_id = deliveries.user_id and earlier.channel = deliveries.channel
      and earlier.contact is not distinct from deliveries.contact
      and earlier.state = 'waiting' and earlier.attempts > 0
      and earlier.alert_id < deliveries.alert_id and earlier.due_at > ${now()})`;
  const { rows } = await sql<DeliveryRow>`
    with newest as (
      select next.* from ${queues(names)}, lateral (
        select user_id, channel, priority, due_at from deliveries where ${isOfQueue} and ${isNext}
        order by due_at desc limit ${Math.floor(left / 2)}) as next
      order by priority, due_at desc limit ${Math.floor(left / 2)}
    ), oldest as (
      select next.* from ${queues(names)}, lateral (
        select user_id, channel, priority, due_at from deliveries where ${isOfQueue} and ${isNext}
        order by due_at limit ${Math.ceil(left / 2)}) as next
      order by priority, due_at limit ${Math.ceil(left / 2)}
    ), taken as (
      select id from deliveries where state = 'waiting' and ${isNext}
        and (user_id, channel) in (select user_id, channel from newest union select user_id, channel from oldest)
      for update skip locked
    )
    update deliveries set due_at = ${now()}::timestamptz + ${LEASE}::interval, attempts = attempts + 1
    where id in (select id from taken) returning id, alert_id, user_id, channel, contact, attempts`.execute(
    transaction,
  );
  const byPerson = Map.groupBy(rows, ({ user_id, channel, contact }) => `${channel} ${user_id} ${contact}`);
  const batches = [...byPerson.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const ordered = group.toSorted((one, other) => (one.alert_id < other.alert_id ? -1 : 1));
    const deliveries = ordered.map(({ id, alert_id, attempts }) => ({ id, alertId: alert_id, attempts }));
    return [{ userId: first.user_id, channel: first.channel, contact: first.contact, deliveries }];
  });
  if (isBounded)
    await countMails(transaction, 'notices', batches.filter(({ channel }) => channel === 'email').length);
  return { batches, waitMs: 0 };
}

async function sendBatch(sending: Sending, batch: Batch): Promise<void> {
  const { db, channels } = sending;
  const channel = channels.find(({ name }) => name === batch.channel);
  const recipient = await findRecipientOf(db, batch);
  const ids = batch.deliveries.map(({ alertId }) => alertId);
  const readable =
    recipient && (await findReadable(db, recipient, { ids, isFormer: batch.contact !== null }));
  const isSent = ({ alertId }: { alertId: string }) => {
    const notice = readable?.get(alertId);
    return (
      notice !== undefined && (channel?.takes?.(notice, recipient?.language ?? DEFAULT_LANGUAGE) ?? true)
    );
  };
  const toSend = batch.deliveries.filter(isSent);
  await end(
    sending,
    batch.deliveries.filter((delivery) => !isSent(delivery)),
    'dropped',
  );
  if (channel === undefined || recipient === undefined || toSend.length === 0) return;
  let waitMs: number | undefined;
  try {
    const { id: userId, email, phone, language } = recipient;
    const dispatch = {
      id: messageId(toSend),
      recipient: { userId, email, phone },
      language,
      notices: await noticesToSend(
        sending,
        toSend.map(({ alertId }) => readable?.get(alertId)),
      ),
      // A former mailbox has no say in what the account is sent.
      ...(batch.contact === null ? { stop: await sending.links.stop({ userId, email }) } : {}),
    };
    const send = () => channel.send(dispatch);
    // What a former mailbox is told does not wait: who took over the account could otherwise fill the hour.
    if (channel.name === 'email' && batch.contact === null)
      waitMs = await mailWithinCeiling(db, { address: email, atMost: MAILS_AN_HOUR.notices }, send);
    else await send();
  } catch (error) {
    return fail(sending, toSend, error);
  }
  if (waitMs !== undefined) return putOff(sending, toSend, waitMs);
  // Outside the `try`: if this fails, the message was sent nevertheless. After the lease it is sent once more with the same id.
  await end(sending, toSend, 'sent');
}

/** Returns the recipient with the contact to use; `undefined` if the channel no longer reaches the recipient. */
async function findRecipientOf(db: Kysely<Database>, { userId, channel, contact }: Batch) {
  const account = await findRecipient(db, userId);
  if (account === undefined) return undefined;
  if (contact !== null)
    return { ...account, ...(channel === 'email' ? { email: contact } : { phone: contact }) };
  // The browser may have been unsubscribed, or the contact changed, since the delivery was created.
  const isReachable = await findReachable(db, [userId], [channel]);
  return isReachable(userId, channel) ? account : undefined;
}

const MINUTE_MS = 60_000;

/** Delays notices to a mailbox that has had its mails of this hour. Those of the hour are due in the same minute, and become one mail. */
async function putOff({ db, now }: Sending, deliveries: Deliveries, waitMs: number): Promise<void> {
  const due = Math.ceil((now().getTime() + waitMs) / MINUTE_MS) * MINUTE_MS;
  await db
    .updateTable('deliveries')
    .set({ due_at: new Date(due), attempts: sql`attempts - 1` })
    .where('id', 'in', idsOf(deliveries))
    .execute();
}

/**
 * Returns the message id. The same deliveries have the same id, so that a mailbox drops a repeated message. A notice that was added
 * meanwhile changes it.
 */
function messageId(deliveries: Deliveries): string {
  return createHash('sha256').update(idsOf(deliveries).join()).digest('hex').slice(0, 32);
}

function noticesToSend(
  { links }: Sending,
  notices: readonly (ReadableNotice | undefined)[],
): Promise<NoticeToSend[]> {
  const found = notices.filter((notice) => notice !== undefined);
  return Promise.all(
    found.map(async ({ kind, text, page, sms, renewable }) => {
      const link = renewable === undefined ? links.to(page) : await links.renewal(renewable);
      return { kind, text, link, sms };
    }),
  );
}

type Deliveries = Batch['deliveries'];

async function end(
  { db, now }: Sending,
  deliveries: Deliveries,
  state: DeliveryState,
  error?: string,
): Promise<void> {
  if (deliveries.length === 0) return;
  await db
    .updateTable('deliveries')
    .set({ state, ended_at: now(), error: error ?? null })
    .where('id', 'in', idsOf(deliveries))
    .execute();
}

/** Schedules the next attempt after a growing pause. Gives up after a permanent refusal by the channel, or after the last attempt. */
async function fail(sending: Sending, deliveries: Deliveries, error: unknown): Promise<void> {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, ERROR_LENGTH);
  const attempts = Math.max(...deliveries.map((delivery) => delivery.attempts));
  const minutes = RETRY_AFTER_MINUTES[attempts - 1];
  if (error instanceof RefusedDispatch || minutes === undefined)
    return end(sending, deliveries, 'dead', message);
  await sending.db
    .updateTable('deliveries')
    .set({ due_at: new Date(sending.now().getTime() + minutes * 60_000), error: message })
    .where('id', 'in', idsOf(deliveries))
    .execute();
}

function idsOf(deliveries: Deliveries): string[] {
  return deliveries.map(({ id }) => id);
}

/** Pause between two queries for new notices. A notice waits at most for this pause and the time of sending. */
const PAUSE_MS = 1_000;

interface SendingJob extends Sending, JobWatch {
  pause?: Pause;
}

/**
 * Sends notices until it is stopped. Every process queries committed rows each second. A notice is therefore sent promptly whichever
 * process created it, even if that process was killed right after the commit, and no code that creates notices has to signal the sender.
 * Each channel has its own repetition, so that a server that does not answer delays only its own channel.
 *
 * @returns a function that stops sending and resolves after the current messages.
 */
export function startSendingNotices({
  pause,
  onError,
  metrics,
  ...sending
}: SendingJob): () => Promise<void> {
  const stops = separately(sending.channels).map((through) => {
    const work = (stopping: AbortSignal) => sendNotices({ ...sending, stopping }, through);
    const job = ['send-notices', ...namesOf(through)].join('-');
    return repeatWork({ job, pauseMs: PAUSE_MS, work, pause, onError, metrics });
  });
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}

/** Returns each channel by itself; without channels a single empty list, because new notices are routed nevertheless. */
function separately(channels: readonly Channel[]): (readonly Channel[])[] {
  return channels.length === 0 ? [[]] : channels.map((channel) => [channel]);
}

/**
 * Sends due notices through some of the channels until none is left. Routes a batch of new notices before each batch that it sends, so that
 * neither waits behind a backlog of the other.
 */
export async function sendNotices(
  sending: Sending,
  through: readonly Channel[] = sending.channels,
): Promise<void> {
  if (!(await hasDueWork(sending.db, namesOf(through), sending.now()))) return;
  let mayBeMore: boolean;
  do {
    mayBeMore = await createDeliveries(sending.db, namesOf(sending.channels), sending.now());
    const waitMs = through.length > 0 ? await sendDue({ ...sending, channels: through }) : undefined;
    // A mail that cannot wait comes with the next second. The other new notices are routed meanwhile.
    if (!mayBeMore && waitMs !== undefined && waitMs > 0)
      await setTimeout(waitMs, undefined, { signal: sending.stopping }).catch(() => {});
    mayBeMore ||= waitMs !== undefined;
  } while (mayBeMore && !sending.stopping?.aborted);
}

function namesOf(channels: readonly Channel[]): NoticeChannel[] {
  return channels.map(({ name }) => name);
}
