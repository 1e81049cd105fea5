import type { NoticeChannel } from '@mutual-transfer/domain/notices/notice-settings';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { isKnownKind } from '../known-kinds.queries.ts';

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
        select from deliveries join alerts on alerts.id = alert_id
        where state = 'waiting' and due_at <= ${now} and channel = any(${channels}::text[]) and ${isKnownKind}) as "isDue"`.execute(
    db,
  );
  return rows[0]?.isDue === true;
}
