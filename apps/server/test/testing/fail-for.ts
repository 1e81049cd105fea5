import type { TestApp } from './test-app.ts';

/** Makes the database refuse one kind of change of one row. @returns a function that allows the change again. */
export async function failFor(
  { database: { pool } }: Pick<TestApp, 'database'>,
  change: 'update' | 'delete',
  { table, column, id }: { table: string; column: string; id: string },
): Promise<() => Promise<void>> {
  await pool.query(`
    create or replace function fail_for_one_row() returns trigger language plpgsql as $$
    begin raise exception 'this row cannot be changed'; end $$`);
  await pool.query(`
    create trigger fail_for_one_row before ${change} on ${table} for each row
    when (old.${column}::text = '${id}') execute function fail_for_one_row()`);
  return async () => void (await pool.query(`drop trigger fail_for_one_row on ${table}`));
}
