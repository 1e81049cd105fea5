import { LIST_WINDOW } from '@mutual-transfer/domain/constants';
import { type PageQuery, type Pagination, paginationOf } from '@mutual-transfer/domain/pagination';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from './schema.ts';

/** How many rows a query finds. */
export async function countRows(db: Kysely<Database>, rows: RawBuilder<unknown>): Promise<number> {
  const { rows: counts } = await sql<{ count: string }>`select count(*) from (${rows}) as counted`.execute(
    db,
  );
  return Number(counts[0]?.count ?? 0);
}

/** How many rows a query finds that costs too much to go through whole: counted up to one beyond the window that can be paged through. */
export async function countUpToWindow(db: Kysely<Database>, rows: RawBuilder<unknown>): Promise<number> {
  return countRows(db, sql`${rows} limit ${LIST_WINDOW + 1}`);
}

/** Where a page stands in a list that was counted so: the total is exact within the window. */
export function paginationInWindow(page: PageQuery, count: number): Pagination {
  return paginationOf(page, Math.min(count, LIST_WINDOW), count <= LIST_WINDOW);
}
