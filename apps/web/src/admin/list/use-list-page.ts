import { ADMIN_PAGE_SIZE } from '@mutual-transfer/domain/constants';
import type { Pagination } from '@mutual-transfer/domain/pagination';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { PageQuery } from '../admin.queries.ts';
import { listQuery } from './list-address.ts';

interface ListPageOptions<Page, Row> {
  /** Returns the query of the page that the API query string names. */
  readonly queryOf: (search: string) => PageQuery<Page>;
  readonly rowsOf: (page: Page) => readonly Row[];
  /** URL parameters of the filters, and `sort` if the list can be sorted. */
  readonly filterNames?: readonly string[];
  /** Default number of rows per page. */
  readonly limit?: number;
}

/** Loads the page of a list that the URL names. Returns its rows, pagination and query as props of `AdminList`. */
export function useListPage<Page extends { readonly pagination: Pagination }, Row>({
  queryOf,
  rowsOf,
  filterNames = [],
  limit = ADMIN_PAGE_SIZE,
}: ListPageOptions<Page, Row>) {
  const [parameters] = useSearchParams();
  const query = useQuery(queryOf(listQuery(parameters, { filterNames, pages: ['page'], limit })));
  const { data } = query;
  return { limit, query, pagination: data?.pagination, rows: data && rowsOf(data) };
}
