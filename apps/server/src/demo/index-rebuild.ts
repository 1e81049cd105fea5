import type pg from 'pg';

const HOUR_MS = 3_600_000;

/**
 * Takes the indexes that lists, matches and searches read off the tables for the rest of the transaction's writes; a million
 * rows are indexed several times faster afterwards than one by one. Unique ones stay and go on refusing what is double. Until
 * the transaction ends, no other transaction can read those tables.
 *
 * @returns what puts them back.
 */
export async function dropListIndexes(client: pg.PoolClient): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select index.indexrelid::regclass::text as name, pg_get_indexdef(index.indexrelid) as definition
    from pg_index index
    where index.indrelid in ('users'::regclass, 'requests'::regclass, 'offers'::regclass) and not index.indisunique
    order by name`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return async () => {
    await client.query("set local maintenance_work_mem = '256MB'");
    for (const { definition } of rows) await client.query(withLongTimeout(definition));
  };
}

/** Lets the planner know what was written, and lists be read from indexes alone. Not within a transaction. */
export async function vacuum(client: pg.PoolClient): Promise<void> {
  await client.query('set statement_timeout = 0');
  await client.query(withLongTimeout('vacuum (analyze) users, requests, offers'));
  await client.query('reset statement_timeout');
}

/** A statement that may take an hour. */
function withLongTimeout(text: string): pg.QueryConfig {
  // The types of `pg` do not know that a query may carry a timeout of its own.
  const config = { text, query_timeout: HOUR_MS };
  return config;
}
