import { ADMIN_PAGE_SIZE } from '@mutual-transfer/domain/constants';
import type { Pagination } from '@mutual-transfer/domain/pagination';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { PageQuery } from '../admin.queries.ts';
import type { Filter } from './filters.tsx';
import { listQuery, namesOf } from './list-address.ts';

interface ListPageOptions<Page, Row> {
  /** Returns the query of the page that the API query string names. */
  readonly queryOf: (search: string) => PageQuery<Page>;
  readonly rowsOf: (page: Page) => readonly Row[];
  readonly filters?: readonly Filter[];
  /** URL parameters that narrow the list in addition to the filters. */
  readonly otherNames?: readonly string[];
  /** Default order. Omitted for a list that cannot be sorted. */
  readonly sort?: string;
  /** Default number of rows per page. */
  readonly limit?: number;
}

/** Loads the page of a list that the URL names. Returns the list as props of `AdminList`. */
export function useListPage<Page extends { readonly pagination: Pagination }, Row>({
  queryOf,
  rowsOf,
  limit = ADMIN_PAGE_SIZE,
  ...narrowing
}: ListPageOptions<Page, Row>) {
  const [parameters] = useSearchParams();
  const filterNames = namesOf(narrowing);
  const query = useQuery(queryOf(listQuery(parameters, { filterNames, pages: ['page'], limit })));
  const { data } = query;
  return { ...narrowing, limit, query, pagination: data?.pagination, rows: data && rowsOf(data) };
}
