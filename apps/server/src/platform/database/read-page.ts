import { PAIRS_WINDOW } from '@mutual-transfer/domain/constants';
import { type PageQuery, type Pagination, paginationOf } from '@mutual-transfer/domain/query-parameters';
import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from './tables.ts';

interface Page<Row> {
  rows: Row[];
  pagination: Pagination;
}

/**
 * Returns a page of a query's rows, with the count of all rows.
 *
 * @param query Ordered query without `limit`, `group by` or `distinct`, so that its count is the number of rows.
 */
export async function readPage<Tables, From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
  page: PageQuery,
): Promise<Page<Row>> {
  const [rows, total] = await Promise.all([
    query
      .limit(page.limit)
      .offset((page.page - 1) * page.limit)
      .execute(),
    countOf(query),
  ]);
  return { rows, pagination: paginationOf(page, total) };
}

/** Counts the rows of a query without `limit`, `group by` or `distinct`. */
export async function countOf<Tables, From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
): Promise<number> {
  const { total } = await query
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<string>().as('total'))
    // TypeScript does not resolve the result type of a query with generic tables.
    .$castTo<{ total: string }>()
    .executeTakeFirstOrThrow();
  return Number(total);
}

/**
 * Resolves with the number of rows on all pages. A page with fewer rows than its limit is the last one and gives the number, so that the
 * rows are counted only if the page is full, or empty behind the last one.
 */
export async function totalOf(
  { page, limit }: PageQuery,
  rowsOfPage: number,
  count: () => Promise<number>,
): Promise<number> {
  const isLast = rowsOfPage < limit && (rowsOfPage > 0 || page === 1);
  return isLast ? (page - 1) * limit + rowsOfPage : count();
}

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
