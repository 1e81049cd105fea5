import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';

type Db = Kysely<Database>;

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
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export function devicesOf(db: Kysely<Database>, userId: string): Promise<Device[]> {
  return db
    .selectFrom('push_devices')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}
