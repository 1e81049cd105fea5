import type pg from 'pg';

/** Rows read at once: between two batches the event loop serves other calls. */
const BATCH_SIZE = 300;

/** Does some reading in one read-only transaction, in which every query sees the same. @returns the snapshot that they saw. */
export async function inOneSnapshot(client: pg.ClientBase, read: () => Promise<void>): Promise<string> {
  await client.query('begin isolation level repeatable read read only');
  const { rows } = await client.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot');
  await read();
  await client.query('commit');
  return rows[0]?.snapshot ?? '';
}

/**
 * Reads what a query finds row by row within a transaction, without holding all of it: PostgreSQL finds the next batch while one is
 * taken.
 *
 * @param batchSize Rows read at once.
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
    // Where `take` throws, the batch that is on its way is not awaited.
    batch.catch(() => {});
    for (const row of rows) take(row);
  }
  await client.query('close streamed');
}
