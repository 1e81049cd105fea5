import { keptSince } from '@mutual-transfer/domain/retention';
import { type Kysely, sql } from 'kysely';
import { changeInBatches } from '../platform/database/rows.ts';
import type { Database } from '../platform/database/tables.ts';
import { takeSteps } from '../platform/repeat-work.ts';

/** Number of months, beginning with the present one, that have a partition. */
const MONTHS_AHEAD = 3;
/** Partition of rows of months without one. It never has rows while the job runs. */
const DEFAULT = 'access_log_default';

/**
 * Creates the partitions of `access_log` of the coming months, and drops those that are a year old. Deleting a month is dropping a table,
 * whatever the number of its rows, and leaves nothing for vacuum.
 *
 * @throws {AggregateError} with the errors of steps that failed.
 */
export async function keepPartitions(db: Kysely<Database>, now: Date): Promise<void> {
  const since = keptSince('traces', now);
  const present = await findPartitions(db);
  const coming = Array.from({ length: MONTHS_AHEAD }, (_, ahead) => monthOf(now, ahead));
  const missing = coming.filter((month) => !present.includes(nameOf(month)));
  const old = present.filter((name) => monthAfter(name) <= since);
  await takeSteps([
    ...missing.map((month) => () => createPartition(db, month)),
    ...old.map((name) => () => inTransaction(db, [sql`drop table ${sql.table(name)}`])),
    () => changeInBatches(db, { table: DEFAULT, due: sql`happened_at < ${since}` }),
  ]);
}

async function findPartitions(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'access_log'::regclass and relname <> ${DEFAULT}`.execute(db);
  return rows.map(({ name }) => name);
}

/** Creates the partition of a month, with the rows of that month that were stored without one. */
function createPartition(db: Kysely<Database>, month: Date): Promise<void> {
  const [partition, unsorted] = [sql.table(nameOf(month)), sql.table(DEFAULT)];
  const [from, to] = [sql.lit(month.toISOString()), sql.lit(monthOf(month, 1).toISOString())];
  return inTransaction(db, [
    // Rows that are written meanwhile wait, and then go to the new partition.
    sql`lock table ${unsorted} in access exclusive mode`,
    sql`create table ${partition} (like access_log including all)`,
    sql`with moved as (delete from ${unsorted} where happened_at >= ${from} and happened_at < ${to} returning *)
      insert into ${partition} select * from moved`,
    sql`alter table access_log attach partition ${partition} for values from (${from}) to (${to})`,
  ]);
}

/** Gives up after some seconds instead of keeping calls waiting. The job tries again in an hour. */
function inTransaction(db: Kysely<Database>, statements: readonly ReturnType<typeof sql>[]): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await sql`set local lock_timeout = '5s'`.execute(transaction);
    for (const statement of statements) await statement.execute(transaction);
  });
}

function monthOf(moment: Date, monthsLater: number): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + monthsLater));
}

function nameOf(month: Date): string {
  return `access_log_${month.toISOString().slice(0, 7).replace('-', '_')}`;
}

/** Returns the beginning of the month that follows the one of a partition. */
function monthAfter(partition: string): Date {
  const [year, month] = partition.split('_').slice(-2).map(Number);
  return new Date(Date.UTC(year ?? 0, month ?? 0));
}
