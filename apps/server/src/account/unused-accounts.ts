import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import {
  ERASED_AFTER_YEARS,
  UNUSED_AFTER_YEARS,
  yearsAgo,
  yearsLater,
} from '@mutual-transfer/domain/retention';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { eraseErasedFromPlans } from '../matching/plans/stored-rings.ts';
import { createReminders } from '../notices/notices.ts';
import { writeAuditOf } from '../people/audit.ts';
import type { Erasing } from '../people/members.ts';
import type { Database } from '../platform/database/tables.ts';
import { workThrough } from '../platform/repeat-work.ts';
import { eraseTeacher } from './erase-account.ts';

/**
 * Maximum number of accounts that one run asks, and that one run erases: as many are due each night, a year after they were asked. 600,000
 * take two months. The next night continues.
 */
const MOST_A_NIGHT = 10_000;
/** Address in the audit log of an erasure that no call made. */
const BY_RULE = { ip: 'by rule' };

/** Time of the last sign-in; of the registration for an account that has none. */
const lastUse = sql<Date>`coalesce(signed_in_at, users.created_at)`;

/** Returns the condition of teachers whom a notice asked since their last sign-in, until the moment if one is given. */
function wasAsked(until?: Date): RawBuilder<SqlBool> {
  return sql`exists (select from alerts where to_user_id = users.id and kind = 'account_unused'
    and alerts.created_at > ${lastUse} ${until === undefined ? sql`` : sql`and alerts.created_at <= ${until}`})`;
}

/** Asks teachers who have not signed in for two years whether they keep their account. */
export async function askUnused(db: Kysely<Database>, now: Date): Promise<void> {
  const since = yearsAgo(now, UNUSED_AFTER_YEARS);
  const erasedOn = dayInIndia(yearsLater(now, ERASED_AFTER_YEARS - UNUSED_AFTER_YEARS));
  let left = MOST_A_NIGHT;
  await createReminders(
    db,
    async (transaction, atMost) => {
      const unused = await transaction
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'teacher')
        .where(lastUse, '<', since)
        .where((user) => user.not(wasAsked()))
        .orderBy('id')
        .limit(Math.min(atMost, left))
        .execute();
      left -= unused.length;
      return unused.map(({ id }) => ({
        recipientId: id,
        content: { kind: 'account_unused' as const, erasedOn },
      }));
    },
    now,
  );
}

/**
 * Erases the accounts of teachers who were asked a year ago and have not signed in since. A member of an agreement stays until it has ended,
 * because the office may record its steps without them.
 *
 * @throws {AggregateError} with the errors of accounts that could not be erased.
 */
export async function eraseUnused(db: Kysely<Database>, erasing: Erasing): Promise<void> {
  const now = erasing.now();
  const asked = yearsAgo(now, ERASED_AFTER_YEARS - UNUSED_AFTER_YEARS);
  const isDue = sql<SqlBool>`role = 'teacher' and ${lastUse} < ${yearsAgo(now, ERASED_AFTER_YEARS)} and ${wasAsked(asked)}
    and not exists (select from agreement_members where user_id = users.id and state in ('agreed', 'in_progress'))`;
  const due = (source: Kysely<Database>) => source.selectFrom('users').select('id').where(isDue);
  const unused = await due(db).orderBy('id').limit(MOST_A_NIGHT).execute();
  const erase = ({ id }: { id: string }) =>
    db.transaction().execute(async (transaction) => {
      const isStillDue = async () => (await due(transaction).where('id', '=', id).execute()).length > 0;
      if (!(await eraseTeacher(transaction, id, erasing, isStillDue))) return;
      const entry = { actorId: null, action: 'user.eraseUnused', subjectId: id } as const;
      await writeAuditOf(transaction, BY_RULE, entry, now);
    });
  // Once for all, because each account would read every stored plan.
  await workThrough(unused, erase).finally(() => eraseErasedFromPlans(db));
}
