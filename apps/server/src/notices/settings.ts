import {
  defaultChoices,
  type NoticeChoices,
  noticeTopics,
} from '@mutual-transfer/domain/notices/notice-settings';
import { ownerTag, refuseStale } from '../http/if-match.ts';
import { lockOwnAccount } from '../people/lock-members.ts';
import type { Db } from '../platform/database/tables.ts';

/** Locks a teacher's row and replaces their notice settings. @throws {AppError} `changed_meanwhile`. */
export function changeChoices(
  db: Db,
  userId: string,
  { choices, ifMatch }: { choices: NoticeChoices; ifMatch: string | undefined },
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await lockOwnAccount(transaction, userId);
    refuseStale(ifMatch, choicesTag((await findChoices(transaction, [userId]))(userId)));
    await saveChoices(transaction, userId, choices);
  });
}

/** Returns the ETag of a teacher's notice settings. */
export function choicesTag({ channels, quietHours, isDaily }: NoticeChoices): string {
  return ownerTag([noticeTopics.map((topic) => channels[topic].toSorted()), quietHours, isDaily]);
}

/** Inserts or replaces a teacher's notice settings. */
async function saveChoices(
  db: Db,
  userId: string,
  { channels, quietHours, isDaily }: NoticeChoices,
): Promise<void> {
  const values = {
    channels: JSON.stringify(channels),
    quiet_from: quietHours?.from ?? null,
    quiet_until: quietHours?.until ?? null,
    is_daily: isDaily,
  };
  await db
    .insertInto('notice_settings')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

/** Returns the notice settings of these teachers by id, with the defaults for teachers who saved none. */
export async function findChoices(
  db: Db,
  userIds: readonly string[],
): Promise<(userId: string) => NoticeChoices> {
  if (userIds.length === 0) return () => defaultChoices;
  const rows = await db.selectFrom('notice_settings').selectAll().where('user_id', 'in', userIds).execute();
  const chosen = new Map(
    rows.map(({ user_id, channels, quiet_from, quiet_until, is_daily }) => {
      const quietHours =
        quiet_from === null || quiet_until === null ? null : { from: quiet_from, until: quiet_until };
      return [
        user_id,
        { channels: { ...defaultChoices.channels, ...channels }, quietHours, isDaily: is_daily },
      ];
    }),
  );
  return (userId) => chosen.get(userId) ?? defaultChoices;
}
