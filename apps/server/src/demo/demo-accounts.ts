import { sql, type Transaction } from 'kysely';
import { endForAccount, lockAgreementsOf } from '../agreements/endings.ts';
import { eraseFromPlans } from '../matching/plans/stored-rings.ts';
import type { Config } from '../platform/config.ts';
import { connect, type OpenDatabase, withoutTimeout } from '../platform/database/open-database.ts';
import { StartupError } from '../platform/database/startup-error.ts';
import type { Database } from '../platform/database/tables.ts';

/** Numbers of removed rows, of agreements with other people that were ended, and of accounts that stay. */
interface Removal {
  accounts: number;
  requests: number;
  agreements: number;
  ended: number;
  left: number;
}

/** Returns true if the database has accounts of the demo data, whose password is public. */
export async function hasDemoAccounts({ db }: Pick<OpenDatabase, 'db'>): Promise<boolean> {
  const found = await db.selectFrom('users').select('id').where('is_demo', '=', true).executeTakeFirst();
  return found !== undefined;
}

/** @throws {StartupError} if the database has demo accounts, unless only the server's developer can reach it. */
export async function refuseDemoAccounts(
  database: OpenDatabase,
  { allowsDemoAccounts }: Pick<Config, 'allowsDemoAccounts'>,
): Promise<void> {
  if (allowsDemoAccounts || !(await hasDemoAccounts(database))) return;
  throw new StartupError(
    'The database has demo accounts, whose password is public: remove them with npm run demo -- remove.',
  );
}

/**
 * Removes all demo accounts and what depends on them, in one transaction. For other people it is as if each demo teacher had erased their
 * account: open agreements with them end with a notice, and ended ones stay without the person.
 */
export async function removeDemoAccounts({ pool }: OpenDatabase, now: Date): Promise<Removal> {
  const { db, close } = connect({ ...pool.options, ...withoutTimeout, max: 1 });
  try {
    return await db.transaction().execute((transaction) => remove(transaction, now));
  } finally {
    await close();
  }
}

async function remove(transaction: Transaction<Database>, now: Date): Promise<Removal> {
  const ended = await endAgreementsWithOthers(transaction, now);
  const isDemo = sql`select id from users where is_demo`;
  const { rows: accounts } = await sql<{ id: string }>`${isDemo} order by id for update`.execute(transaction);
  const changed = async (statement: ReturnType<typeof sql>) =>
    Number((await statement.execute(transaction)).numAffectedRows);

  await changed(sql`delete from payment_orders where provider = 'sandbox' and user_id in (${isDemo})`);
  await changed(
    sql`update announcements set withdrawn_at = ${now} where withdrawn_at is null and created_by in (${isDemo})`,
  );
  await changed(sql`delete from rounds
    where started_by in (${isDemo}) or season_id in (select id from seasons where created_by in (${isDemo}))`);
  await changed(sql`delete from seasons where created_by in (${isDemo})`);
  const agreements = await changed(sql`
    delete from agreements
    where exists (select from agreement_members where agreement_id = agreements.id and user_id in (${isDemo}))
      and not exists (
        select from agreement_members
        where agreement_id = agreements.id and user_id is not null and user_id not in (${isDemo})
      )`);
  // Completions are counted after the account has gone.
  await changed(sql`
    delete from declared_completions
    where request_id in (select id from requests where user_id in (${isDemo}))`);
  const requests = await changed(sql`delete from requests where user_id in (${isDemo})`);
  await eraseFromPlans(transaction, new Set(accounts.map(({ id }) => id)));
  await changed(sql`delete from users where is_demo`);
  const { count } = await transaction
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return { accounts: accounts.length, requests, agreements, ended, left: Number(count) };
}

/** Ends the open agreements of demo teachers with other people. @returns their number. */
async function endAgreementsWithOthers(transaction: Transaction<Database>, now: Date): Promise<number> {
  const { rows } = await sql<{ agreement_id: string; user_id: string }>`
    select distinct on (agreement_id) agreement_id, demo.id as user_id
    from agreement_members mine join users demo on demo.id = mine.user_id and demo.is_demo
    where mine.state in ('proposed', 'agreed', 'in_progress') and exists (
      select from agreement_members others join users on users.id = others.user_id and not users.is_demo
      where others.agreement_id = mine.agreement_id
    )`.execute(transaction);
  await lockAgreementsOf(
    transaction,
    rows.map(({ user_id }) => user_id),
  );
  for (const { agreement_id, user_id } of rows)
    await endForAccount(transaction, [agreement_id], user_id, now);
  return rows.length;
}
