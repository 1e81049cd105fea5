import type pg from 'pg';

/** A position in a PostgreSQL's write-ahead log (WAL): a number that only grows. */
export type LogPosition = bigint;

/** Parses a position (`pg_lsn`): two hexadecimal numbers of 32 bits, `16/B374D848`. */
export function logPosition(lsn: string): LogPosition {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** Returns the current position in the log of a primary. */
export async function readPosition(client: pg.ClientBase): Promise<LogPosition> {
  const { rows } = await client.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn');
  return logPosition(rows[0]?.lsn ?? '0/0');
}
