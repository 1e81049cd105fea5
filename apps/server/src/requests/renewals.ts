import { confirmationSchema } from '@mutual-transfer/domain/confirmation';
import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import { linkTokenSchema } from '@mutual-transfer/domain/notices/notice-settings';
import { type Kysely, sql } from 'kysely';
import type { App, Dependencies } from '../dependencies.ts';
import { say } from '../http/answers.ts';
import { writeInTurn } from '../http/turns.ts';
import { createReminders, type FindDue } from '../notices/notices.ts';
import { renewRequest } from '../people/own-requests.ts';
import type { Database } from '../platform/database/tables.ts';
import { AppError } from '../platform/errors.ts';
import { counted } from '../platform/limits.ts';

/** Numbers of days before the expiry of a request at which its teacher is reminded. */
const REMINDED_DAYS = [14, 3];

/**
 * Asks teachers 14 and 3 days before a request expires whether they still look for a place. Each reminder is sent once per expiry, so a
 * renewed request causes new ones.
 */
export async function remindOfExpiry(db: Kysely<Database>, now: Date): Promise<void> {
  for (const [index, days] of REMINDED_DAYS.entries()) {
    const nextDays = REMINDED_DAYS[index + 1] ?? 0;
    await createReminders(db, findDue({ days, nextDays }, now), now);
  }
}

interface Due {
  id: string;
  user_id: string;
  expires_at: Date;
  desired_district: string;
  desired_block: string | null;
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

/**
 * Registers the renewal by the signed link in a notice, for which no login is required. A link renews one request once and gives no other
 * access.
 */
export function renewalRoutes(app: App, { db, links, limits, now }: Dependencies): void {
  app.post(
    '/api/requests/renewals',
    {
      config: {
        policy: 'open',
        budget: 'links',
      },
      schema: {
        summary: 'Renew a request by the link in a notice',
        description: 'Answers the same when it was renewed by that link before.',
        body: linkTokenSchema,
        response: { 200: confirmationSchema },
      },
    },
    writeInTurn(async (request) => {
      const link = await links.readRenewal(request.body.token, now());
      const found = link && (await findRenewable(db, link.requestId));
      if (link === undefined || found === undefined) throw new AppError('not_found');
      const isRenewed = found.expires_at.getTime() !== link.expiresAt.getTime();
      if (!isRenewed) {
        const own = { userId: found.user_id, id: link.requestId };
        await counted(limits.reserve(request, 'posting', { subject: own.userId }), () =>
          db.transaction().execute((transaction) => renewRequest(transaction, own, now())),
        );
      }
      return { message: say(request, 'done.requestRenewed') };
    }),
  );
}

/** Returns the owner and the expiry of a request; undefined if the owner's account is deactivated. */
function findRenewable(db: Kysely<Database>, id: string) {
  return db
    .selectFrom('requests')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['user_id', 'expires_at'])
    .where('requests.id', '=', id)
    .where('users.is_active', '=', true)
    .executeTakeFirst();
}
