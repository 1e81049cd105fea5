import type { OpenDatabase } from '../../src/platform/database/open-database.ts';

/** Locks a table, so that its writers wait. With `access exclusive` its readers wait too. */
export async function lockTable(
  name: string,
  { pool }: OpenDatabase,
  mode: 'exclusive' | 'access exclusive' = 'exclusive',
): Promise<{ release: () => Promise<void> }> {
  const client = await pool.connect();
  await client.query('begin');
  await client.query(`lock table ${name} in ${mode} mode`);
  return {
    release: async () => {
      await client.query('commit');
      client.release();
    },
  };
}

/** Returns the number of connections that wait for a lock. */
export async function waitingForLocks({ pool }: OpenDatabase): Promise<number> {
  const { rows } = await pool.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
}
