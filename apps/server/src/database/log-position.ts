import type pg from 'pg';

/** Position in PostgreSQL's write-ahead log (WAL). Later positions are higher. */
export type LogPosition = bigint;

/** Parses a `pg_lsn`, which consists of two hexadecimal numbers of 32 bits, such as `16/B374D848`. */
export function logPosition(lsn: string): LogPosition {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** Returns the current WAL position. */
export async function readPosition(client: pg.ClientBase): Promise<LogPosition> {
  const { rows } = await client.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn');
  return logPosition(rows[0]?.lsn ?? '0/0');
}
