import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { readRules, rulesBegan } from '../../rules/rules.queries.ts';

const AT_ONCE = 500;

export function findOverdue(db: Kysely<Database>, now: Date): Promise<{ id: string }[]> {
  return db
    .selectFrom('agreements')
    .select('id')
    .where('state', '=', 'proposed')
    .where('deadline', '<=', now)
    .where((row) =>
      row.or([
        row('waits_until', 'is', null),
        row('waits_until', '<=', now),
        row('silence_agrees', '=', false),
      ]),
    )
    .orderBy('deadline')
    .limit(AT_ONCE)
    .execute();
}

/** Finds proposals whose held request became free. */
export function findWaiting(db: Kysely<Database>, now: Date): Promise<{ id: string }[]> {
  return db
    .selectFrom('agreements')
    .select('id')
    .where('state', '=', 'proposed')
    .where('waits_until', '<=', now)
    .orderBy('waits_until')
    .limit(AT_ONCE)
    .execute();
}

/** Finds proposals with an expired request. */
export function findOfExpired(db: Kysely<Database>): Promise<{ id: string }[]> {
  return db
    .selectFrom('agreements')
    .innerJoin('agreement_members', 'agreement_id', 'agreements.id')
    .innerJoin('requests', 'requests.id', 'request_id')
    .select('agreements.id')
    .distinct()
    .where('agreements.state', '=', 'proposed')
    .where('requests.status', '=', 'expired')
    .limit(AT_ONCE)
    .execute();
}

/** Finds proposals that are older than today's rules and whose group these rules forbid. */
export async function findUnruly(db: Kysely<Database>, now: Date): Promise<{ id: string }[]> {
  const { largestGroup, mustBeEqual, joinedBy } = await readRules(db, now);
  const columns = {
    subject: 'requests.subject',
    classRange: 'requests.class_range',
    category: 'users.category',
  };
  const isTooShort = sql`bool_or(users.joined_on > ${joinedBy}::date)`;
  const differ = mustBeEqual.map((attribute) => sql`count(distinct ${sql.ref(columns[attribute])}) > 1`);
  const { rows } = await sql<{ id: string }>`
    select id from agreements
    where state = 'proposed' and created_at < ${await rulesBegan(db, now)} and (size > ${largestGroup} or exists (
      select from agreement_members
      join requests on requests.id = request_id join users on users.id = agreement_members.user_id
      where agreement_id = agreements.id
      having ${sql.join([isTooShort, ...differ], sql` or `)}
    )) order by id limit ${AT_ONCE}`.execute(db);
  return rows;
}
