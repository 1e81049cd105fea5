import type { PushDevice } from '@mutual-transfer/domain/notices/notice-settings';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { AppError } from '../errors.ts';
import type { PushKeys } from '../message-settings.ts';

/** More browsers one teacher does not use: the one that was added first makes room. */
const MOST_DEVICES = 10;

type Db = Kysely<Database>;

/**
 * Keeps a browser's subscription; one that another account has there becomes this one's: who signed in last uses
 * the browser now. It is forgotten when that session is ended.
 *
 * @throws {AppError} `validation_failed` for an address that is of no push service: this server would call it.
 */
export async function addDevice(
  db: Db,
  { services }: Pick<PushKeys, 'services'>,
  { endpoint, keys, userId, sessionId }: PushDevice & { readonly userId: string; readonly sessionId: string },
  now: Date,
): Promise<void> {
  const { hostname } = new URL(endpoint);
  const isKnown = services.some((service) => hostname === service || hostname.endsWith(`.${service}`));
  if (!isKnown) throw new AppError('validation_failed', { fields: { endpoint: 'field.invalid' } });
  const values = {
    user_id: userId,
    session_id: sessionId,
    p256dh: keys.p256dh,
    auth: keys.auth,
    created_at: now,
  };
  await db.transaction().execute(async (transaction) => {
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
      .limit(MOST_DEVICES);
    await transaction
      .deleteFrom('push_devices')
      .where('user_id', '=', userId)
      .where('endpoint', 'not in', newest)
      .execute();
  });
}

/**
 * Keeps a browser that takes notices of this account already with its new session. Where it took those of another account, whose session
 * grew old, they would be shown to whom uses the browser now: it is forgotten.
 *
 * @throws {AppError} `not_found` where it takes no notices of this account.
 */
export async function followSession(
  db: Db,
  { endpoint, userId, sessionId }: Pick<PushDevice, 'endpoint'> & { userId: string; sessionId: string },
): Promise<void> {
  await db
    .deleteFrom('push_devices')
    .where('endpoint', '=', endpoint)
    .where('user_id', '<>', userId)
    .execute();
  await db
    .updateTable('push_devices')
    .set({ session_id: sessionId })
    .where('endpoint', '=', endpoint)
    .where('user_id', '=', userId)
    .returning('endpoint')
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
}

/** Forgets a browser of that teacher. */
export async function removeDevice(db: Db, userId: string, endpoint: string): Promise<void> {
  await db
    .deleteFrom('push_devices')
    .where('user_id', '=', userId)
    .where('endpoint', '=', endpoint)
    .execute();
}

/** How many browsers of that teacher take notices. */
export async function countDevices(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('push_devices')
    .select((device) => device.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
