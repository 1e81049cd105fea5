import { ECDH } from 'node:crypto';
import type { PushDevice } from '@mutual-transfer/domain/notices/notice-settings';
import type { Transaction } from 'kysely';
import type { Database, Db } from '../../platform/database/tables.ts';
import { AppError } from '../../platform/errors.ts';
import type { PushKeys } from '../../platform/message-settings.ts';
import { holdSession } from '../../platform/sessions.ts';

/** Maximum number of subscribed browsers per teacher. A further one replaces the oldest. */
const MAX_DEVICES = 10;
const CURVE = 'prime256v1';

/**
 * Stores a browser's subscription for the teacher's session. Moves a subscription that another account stored before, because the last
 * person who signed in uses the browser now. The subscription is deleted with the session.
 *
 * @throws {AppError} `validation_failed` if the host is no configured push service, because this server would call it, or if nothing can be
 *   encrypted for the public key; `unauthenticated` if the session has ended meanwhile.
 */
export async function addDevice(
  transaction: Transaction<Database>,
  { services }: Pick<PushKeys, 'services'>,
  { endpoint, keys, userId, sessionId }: PushDevice & { userId: string; sessionId: string },
  now: Date,
): Promise<void> {
  if (!isServedBy(services, endpoint)) throw invalidField('endpoint');
  if (!isOnCurve(keys.p256dh)) throw invalidField('keys.p256dh');
  const values = {
    user_id: userId,
    session_id: sessionId,
    p256dh: keys.p256dh,
    auth: keys.auth,
    created_at: now,
  };
  await requireSession(transaction, { userId, sessionId });
  await transaction
    .insertInto('push_devices')
    .values({ endpoint, ...values })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(values))
    .execute();
  const newest = transaction
    .selectFrom('push_devices')
    .select('endpoint')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('endpoint')
    .limit(MAX_DEVICES);
  await transaction
    .deleteFrom('push_devices')
    .where('user_id', '=', userId)
    .where('endpoint', 'not in', newest)
    .execute();
}

/**
 * Locks the session until the subscription is stored, so that a logout on another process deletes the subscription. Locks the account first,
 * as an erasure does.
 */
async function requireSession(
  transaction: Transaction<Database>,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  await transaction.selectFrom('users').select('id').where('id', '=', userId).forKeyShare().execute();
  if (!(await holdSession(transaction, sessionId))) throw new AppError('unauthenticated');
}

function isServedBy(services: readonly string[], endpoint: string): boolean {
  // `host` includes the port, unless it is the default port of HTTPS.
  const { host } = new URL(endpoint);
  return services.some((service) => host === service || host.endsWith(`.${service}`));
}

function isOnCurve(publicKey: string): boolean {
  try {
    ECDH.convertKey(publicKey, CURVE, 'base64url');
    return true;
  } catch {
    return false;
  }
}

function invalidField(field: string): AppError {
  return new AppError('validation_failed', { fields: { [field]: 'field.invalid' } });
}

/** Deletes another account's subscription of this browser, because its notices would be shown to the person who uses the browser now. */
export async function removeDeviceOfOthers(
  db: Db,
  { endpoint, userId }: Pick<PushDevice, 'endpoint'> & { userId: string },
): Promise<void> {
  await db
    .deleteFrom('push_devices')
    .where('endpoint', '=', endpoint)
    .where('user_id', '<>', userId)
    .execute();
}

/**
 * Moves a subscription of this account to the new session.
 *
 * @throws {AppError} `not_found` if the browser has no subscription of this account; `unauthenticated` if the session has ended meanwhile.
 */
export async function followPushSession(
  transaction: Transaction<Database>,
  { endpoint, userId, sessionId }: Pick<PushDevice, 'endpoint'> & { userId: string; sessionId: string },
): Promise<void> {
  await requireSession(transaction, { userId, sessionId });
  await transaction
    .updateTable('push_devices')
    .set({ session_id: sessionId })
    .where('endpoint', '=', endpoint)
    .where('user_id', '=', userId)
    .returning('endpoint')
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
}

/** Deletes the subscription of a teacher's browser. */
export async function removeDevice(db: Db, userId: string, endpoint: string): Promise<void> {
  await db
    .deleteFrom('push_devices')
    .where('user_id', '=', userId)
    .where('endpoint', '=', endpoint)
    .execute();
}

/** Deletes the subscriptions of every browser of a teacher. */
export async function removeDevicesOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('push_devices').where('user_id', '=', userId).execute();
}

/** Deletes the subscription of a session's browser. */
export async function removeDevicesOfSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('push_devices').where('session_id', '=', sessionId).execute();
}

/** Counts the subscribed browsers of a teacher. */
export async function countDevices(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('push_devices')
    .select((device) => device.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface Device {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export function devicesOf(db: Db, userId: string): Promise<Device[]> {
  return db
    .selectFrom('push_devices')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}
