import { DEFAULT_LANGUAGE } from '@mutual-transfer/domain/language/language';
import type { NoticeChannel } from '@mutual-transfer/domain/notices/notice-settings';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';

/**
 * Returns a function that tells whether a channel can reach a teacher: e-mail reaches every active account, push a subscribed browser, SMS
 * a phone that was verified by a code.
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
    return channel === 'email' || (person.phone !== null && person.verified_how === 'phone_code');
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
