import { kindOfNotice } from '@mutual-transfer/domain/notices/notice-kinds';
import type { NoticeChannel } from '@mutual-transfer/domain/notices/notice-settings';
import { type Kysely, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { advisoryLocks } from '../../database/advisory-locks.ts';
import type { Database } from '../../database/tables.ts';
import { isKnownKind } from '../known-kinds.queries.ts';
import { findChoices } from '../settings/settings.queries.ts';
import { findReachable } from './deliveries.queries.ts';
import { dueTime } from './due-time.ts';

const BATCH = 500;

/**
 * Creates a delivery of each new notice for each channel that is configured, chosen by its recipient and able to reach them. The flag
 * `is_routed` is set in the same transaction, so that every notice is processed once.
 */
export async function createDeliveries(
  db: Kysely<Database>,
  channels: readonly NoticeChannel[],
  now: Date,
): Promise<void> {
  let processed: number;
  do {
    processed = await db.transaction().execute((transaction) => createBatch(transaction, channels, now));
  } while (processed === BATCH);
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
    .select(['alerts.id', 'to_user_id', 'kind'])
    .where('is_routed', '=', false)
    .where(isKnownKind)
    .orderBy('alerts.id')
    .limit(BATCH)
    .modifyEnd(sql`for key share of users skip locked for update of alerts skip locked`)
    .execute();
  if (notices.length === 0) return 0;
  const recipients = [...new Set(notices.map(({ to_user_id }) => to_user_id))];
  const choicesOf = await findChoices(transaction, recipients);
  const reachable = await findReachable(transaction, recipients, channels);
  const deliveries = notices.flatMap(({ id, to_user_id, kind }) => {
    const choices = choicesOf(to_user_id);
    const { topic, isUrgent } = kindOfNotice(kind);
    const due_at = isUrgent ? now : dueTime(now, choices);
    return choices.channels[topic]
      .filter((channel) => reachable(to_user_id, channel))
      .map((channel) => ({
        id: newId({ msecs: now.getTime() }),
        alert_id: id,
        user_id: to_user_id,
        channel,
        due_at,
      }));
  });
  if (deliveries.length > 0) await transaction.insertInto('deliveries').values(deliveries).execute();
  await transaction
    .updateTable('alerts')
    .set({ is_routed: true })
    .where(
      'id',
      'in',
      notices.map(({ id }) => id),
    )
    .execute();
  return notices.length;
}

/** Takes the advisory lock that serialises the processes that send notices. Released at the end of the transaction. */
export async function lockDeliveries(transaction: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.deliveries})`.execute(transaction);
}
