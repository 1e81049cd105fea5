import { PAIRS_WINDOW } from '@mutual-transfer/domain/constants';
import { type PageQuery, type Pagination, paginationOf } from '@mutual-transfer/domain/pagination';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from './tables.ts';

export async function countRows(db: Kysely<Database>, rows: RawBuilder<unknown>): Promise<number> {
  const { rows: counts } = await sql<{ count: string }>`select count(*) from (${rows}) as counted`.execute(
    db,
  );
  return Number(counts[0]?.count ?? 0);
}

/** Counts the rows of a query, but stops one row after `PAIRS_WINDOW`, because the query is too expensive to run to its end. */
export async function countUpToWindow(db: Kysely<Database>, rows: RawBuilder<unknown>): Promise<number> {
  return countRows(db, sql`${rows} limit ${PAIRS_WINDOW + 1}`);
}

/** Pagination of a capped count: `total` is exact up to `PAIRS_WINDOW`. */
export function paginationInWindow(page: PageQuery, count: number): Pagination {
  return paginationOf(page, Math.min(count, PAIRS_WINDOW), count <= PAIRS_WINDOW);
}
