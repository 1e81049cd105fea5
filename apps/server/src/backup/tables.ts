import pg from 'pg';

/** A table of the product with its writable columns. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

/**
 * Tables whose rows have no meaning in another PostgreSQL cluster: executed migrations (a restore runs them again), and transaction ids of
 * changes (a server reads all offers at its start). The tables of pg-boss, in their own schema, are created again as well.
 */
const ofOneServer = [
  'kysely_migration',
  'kysely_migration_lock',
  'offer_changes',
  'offer_changes_pruned',
  'answer_changes',
];

/** Returns the tables of a backup, each after the tables that it references. */
export async function findTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table & { references: string[] }>(
    `select class.relname as name,
      array(
        select attname::text from pg_attribute
        where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum
      ) as columns,
      array(
        select other.relname::text from pg_constraint join pg_class other on other.oid = confrelid
        where conrelid = class.oid and contype = 'f' and confrelid <> class.oid
      ) as references
    from pg_class class
    where class.relnamespace = 'public'::regnamespace and class.relkind = 'r' and class.relname <> all ($1)
    order by class.relname`,
    [ofOneServer],
  );
  const sorted: Table[] = [];
  for (let left = rows; left.length > 0; ) {
    const done = new Set(sorted.map(({ name }) => name));
    const free = left.filter(({ references }) => references.every((name) => done.has(name)));
    if (free.length === 0) throw new Error('Tables refer to one another in a circle');
    sorted.push(...free.map(({ name, columns }) => ({ name, columns })));
    left = left.filter((row) => !free.includes(row));
  }
  return sorted;
}

/** Returns the table with its columns, as the target of COPY. */
export function copyTarget({ name, columns }: Table): string {
  return `${pg.escapeIdentifier(name)} (${columns.map(pg.escapeIdentifier).join(', ')})`;
}

/** Returns the escaped names of the tables, separated by commas, for a SQL statement. */
export function namesOf(tables: readonly Table[]): string {
  return tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
}
