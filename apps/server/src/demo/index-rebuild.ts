import type pg from 'pg';

const HOUR_MS = 3_600_000;

/**
 * Drops the indexes of lists, matches and searches for the rest of the transaction's writes. Rebuilding them for a million rows is several
 * times faster than updating them row by row. Unique indexes stay and reject duplicates. No other transaction can read those tables until
 * the transaction ends.
 *
 * @returns a function that creates the indexes again.
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

/** Updates planner statistics and the visibility map, which index-only scans need. Cannot run in a transaction. */
export async function vacuum(client: pg.PoolClient): Promise<void> {
  await client.query('set statement_timeout = 0');
  await client.query(withLongTimeout('vacuum (analyze) users, requests, offers'));
  await client.query('reset statement_timeout');
}

/** Runs a statement that may take an hour. */
function withLongTimeout(text: string): pg.QueryConfig {
  // The types of `pg` lack the timeout of a single query.
  const config = { text, query_timeout: HOUR_MS };
  return config;
}
