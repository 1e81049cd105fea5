import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from './tables.ts';

/** Maximum number of rows per batch, so that a statement stays far below its timeout. */
const DELETED_AT_ONCE = 10_000;

/**
 * Deletes the rows of a table whose `column` is earlier than `before`. Each batch is a transaction of its own, so that no statement reaches
 * its timeout, whatever the number of rows. Without an index on the column each batch scans the whole table.
 *
 * @param only Condition of a partial index on the column.
 */
export async function deleteOldRows<Table extends keyof Database & string>(
  db: Kysely<Database>,
  table: Table,
  column: keyof Database[Table] & string,
  before: Date | RawBuilder<Date>,
  only: RawBuilder<SqlBool> = sql<SqlBool>`true`,
): Promise<void> {
  // Rows are identified by `ctid`, because not every table has a key. The outer condition skips a row that is updated meanwhile: some
  // versions of PostgreSQL recheck only the other conditions on the new version of a row, not its `ctid`.
  const batch = sql`delete from ${sql.table(table)} where ctid = any(array(
    select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before} and ${only}
    order by ${sql.ref(column)} limit ${DELETED_AT_ONCE})) and ${sql.ref(column)} < ${before}`;
  let deleted: bigint | undefined;
  do {
    deleted = (await batch.execute(db)).numAffectedRows;
  } while (deleted === BigInt(DELETED_AT_ONCE));
}

export function daysBefore(moment: Date, days: number): Date {
  return new Date(moment.getTime() - days * MILLISECONDS_A_DAY);
}

/** SQL expression for the current time of the database, for rows that expire by its clock. */
export const databaseTime = sql<Date>`clock_timestamp()`;
