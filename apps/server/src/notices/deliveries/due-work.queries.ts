import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/tables/schema.ts';
import { isKnownKind } from '../known-kinds.queries.ts';

/**
 * Returns true if a notice has no deliveries yet, or a delivery may be due. Runs every second, so it is a single statement without locks.
 */
export async function hasDueWork(db: Kysely<Database>, now: Date): Promise<boolean> {
  const { rows } = await sql<{ isDue: boolean }>`
    select exists (select from alerts where not is_routed and ${isKnownKind})
      or exists (
        select from deliveries join alerts on alerts.id = alert_id
        where state = 'waiting' and due_at <= ${now} and ${isKnownKind}) as "isDue"`.execute(db);
  return rows[0]?.isDue === true;
}
