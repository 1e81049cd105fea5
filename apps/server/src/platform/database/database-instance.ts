import type pg from 'pg';

/**
 * Returns a text that identifies this run of this database. The text changes when PostgreSQL restarts, a standby is promoted, or the tables
 * are restored from a dump, because transaction ids may then refer to other transactions.
 */
export async function readDatabaseInstance(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ instance: string }>(
    `select concat_ws(' ', extract(epoch from pg_postmaster_start_time()), 'offer_changes'::regclass::oid) as instance`,
  );
  return rows[0]?.instance ?? '';
}
