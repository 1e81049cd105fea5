import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { FindDue } from '../../notices/create-reminders.ts';

interface Due {
  readonly id: string;
  readonly user_id: string;
  readonly expires_at: Date;
  readonly desired_district: string;
  readonly desired_block: string | null;
}

export function findDue({ days, nextDays }: { days: number; nextDays: number }, now: Date): FindDue {
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

/** Returns the owner and the expiry of a request; undefined if the owner's account is deactivated. */
export function findRenewable(db: Kysely<Database>, id: string) {
  return db
    .selectFrom('requests')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['user_id', 'expires_at'])
    .where('requests.id', '=', id)
    .where('users.is_active', '=', true)
    .executeTakeFirst();
}
