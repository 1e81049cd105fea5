import { type PageQuery, type Pagination, paginationOf } from '@mutual-transfer/domain/pagination';
import type { SelectQueryBuilder } from 'kysely';

interface Page<Row> {
  readonly rows: Row[];
  readonly pagination: Pagination;
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
  const [rows, { total }] = await Promise.all([
    query
      .limit(page.limit)
      .offset((page.page - 1) * page.limit)
      .execute(),
    query
      .clearSelect()
      .clearOrderBy()
      .select(({ fn }) => fn.countAll<string>().as('total'))
      // TypeScript does not resolve the result type of a query with generic tables.
      .$castTo<{ total: string }>()
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, pagination: paginationOf(page, Number(total)) };
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
