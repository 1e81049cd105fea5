import { defaultChoices, type NoticeChoices } from '@mutual-transfer/domain/notices/notice-settings';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';

type Db = Kysely<Database>;

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
