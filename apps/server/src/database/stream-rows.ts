import type pg from 'pg';

/** Rows per batch. The event loop serves other calls between two batches. */
const BATCH_SIZE = 300;

/** Runs reads in one read-only transaction with one snapshot. @returns that snapshot. */
export async function inOneSnapshot(client: pg.ClientBase, read: () => Promise<void>): Promise<string> {
  await client.query('begin isolation level repeatable read read only');
  const { rows } = await client.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot');
  await read();
  await client.query('commit');
  return rows[0]?.snapshot ?? '';
}

/**
 * Streams the rows of a query within a transaction, without holding all of them. PostgreSQL fetches the next batch while one is processed.
 *
 * @param batchSize rows per batch.
 */
export async function streamRows<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  query: { readonly text: string; readonly values?: unknown[] },
  take: (row: Row) => void,
  batchSize = BATCH_SIZE,
): Promise<void> {
  await client.query(`declare streamed no scroll cursor for ${query.text}`, query.values);
  const fetchBatch = () => client.query<Row>(`fetch ${batchSize} from streamed`);
  let batch = fetchBatch();
  for (let isMore = true; isMore; ) {
    const { rows } = await batch;
    isMore = rows.length === batchSize;
    if (isMore) batch = fetchBatch();
    // If `take` throws, the batch that is being fetched is not awaited.
    batch.catch(() => {});
    for (const row of rows) take(row);
  }
  await client.query('close streamed');
}
