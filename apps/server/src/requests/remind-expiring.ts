import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { createReminders, type FindDue } from '../notices/create-reminders.ts';

/** Days before the expiry of a request at which its teacher is asked if they still look. */
const REMINDED_DAYS = [14, 3];

interface Due {
  readonly id: string;
  readonly user_id: string;
  readonly expires_at: Date;
  readonly desired_district: string;
  readonly desired_block: string | null;
}

/**
 * Asks the teachers whose requests expire in 14 and in 3 days if they still look, once each. A renewed request has a new expiry and is
 * asked about again.
 */
export async function remindOfExpiry(db: Kysely<Database>, now: Date): Promise<void> {
  for (const [index, days] of REMINDED_DAYS.entries()) {
    const nextDays = REMINDED_DAYS[index + 1] ?? 0;
    await createReminders(db, findDue({ days, nextDays }, now), now);
  }
}

function findDue({ days, nextDays }: { days: number; nextDays: number }, now: Date): FindDue {
  const [soonest, latest] = [nextDays, days].map(
    (ahead) => new Date(now.getTime() + ahead * MILLISECONDS_A_DAY),
  );
  return async (transaction, atMost) => {
    const { rows } = await sql<Due>`
      select id, user_id, expires_at, desired_district, desired_block from requests
      where status = 'active' and expires_at > ${soonest} and expires_at <= ${latest} and not exists (
        select from alerts where to_user_id = requests.user_id and kind = 'request_expiring' and request_id = requests.id
          and (details->>'expiresAt')::timestamptz = requests.expires_at and details->>'days' = ${String(days)})
      order by id limit ${atMost}`.execute(transaction);
    return rows.map(({ id, user_id, expires_at, desired_district, desired_block }) => ({
      recipientId: user_id,
      requestId: id,
      content: {
        kind: 'request_expiring' as const,
        days,
        expiresAt: expires_at.toISOString(),
        district: desired_district,
        block: desired_block,
      },
    }));
  };
}
