import { ADMIN_PAGE_SIZE } from '@mutual-transfer/domain/constants';
import type { Pagination } from '@mutual-transfer/domain/query-parameters';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Pager } from '../../navigation/pager.tsx';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { CheckField } from '../../ui/fields/check-field.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import page from '../../ui/page.module.css';
import { Empty } from '../../ui/states.tsx';
import { type Column, reversed, shownColumns, withColumn } from './columns.ts';
import { DataTable, type RowChoice } from './data-table.tsx';
import { Download } from './download.tsx';
import { type Filter, FilterBar } from './filters.tsx';
import classes from './list.module.css';
import {
  addressNames,
  filterQuery,
  listQuery,
  pageSizeOf,
  pageSizes,
  useSearchParameter,
} from './list-address.ts';
import type { AdminListQuery } from './page-query.ts';
import { type QueryProgress, QueryState } from './query-state.tsx';

interface ViewChoiceProps<Row> {
  columns: readonly Column<Row>[];
  /** Default number of rows per page, `undefined` for a list without pages. */
  limit: number | undefined;
  pages?: readonly string[] | undefined;
}

/** Choice of the columns and of the rows on a page. Both are stored in the URL. */
function ViewChoice<Row>({ columns, limit, pages }: ViewChoiceProps<Row>) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [parameters] = useSearchParams();
  const chosen = parameters.get('columns');
  const columnsParameter = useSearchParameter('columns', []);
  const limitParameter = useSearchParameter('limit', pages);
  const shown = new Set(shownColumns(columns, chosen).map(({ id }) => id));
  return (
    <details className={classes.view}>
      <summary>{t('admin.list.view')}</summary>
      <div className={classes.choices}>
        {columns.slice(1).map(({ id, header }) => (
          <CheckField
            isOn={shown.has(id)}
            key={id}
            label={header}
            onChange={() => columnsParameter.change(withColumn(columns, chosen, id))}
          />
        ))}
        {limit !== undefined && (
          <SelectField
            label={t('admin.list.pageSize')}
            onChange={limitParameter.change}
            options={pageSizes.map((size) => ({ value: String(size), label: formats.number(size) }))}
            value={String(pageSizeOf(parameters, limit))}
          />
        )}
      </div>
    </details>
  );
}

interface ListPageOptions<Page, Row> {
  /** Returns the query of the page that the API query string names. */
  queryOf: (search: string) => AdminListQuery<Page>;
  rowsOf: (page: Page) => readonly Row[];
  filters?: readonly Filter[];
  /** URL parameters that narrow the list in addition to the filters. */
  otherNames?: readonly string[];
  /** Default order. Omitted for a list that cannot be sorted. */
  sort?: string;
  /** Default number of rows per page. */
  limit?: number;
}

/** Loads the page of a list that the URL names. Returns the list as props of `AdminList`. */
export function useListPage<Page extends { pagination: Pagination }, Row>({
  queryOf,
  rowsOf,
  limit = ADMIN_PAGE_SIZE,
  ...narrowing
}: ListPageOptions<Page, Row>) {
  const [parameters] = useSearchParams();
  const filterNames = addressNames(narrowing);
  const query = useQuery(queryOf(listQuery(parameters, { filterNames, pages: ['page'], limit })));
  const { data } = query;
  return { ...narrowing, limit, query, pagination: data?.pagination, rows: data && rowsOf(data) };
}

interface AdminListProps<Row> {
  /** Name of the list, for its table and its pager. */
  label: string;
  columns: readonly Column<Row>[];
  query: QueryProgress & { isPlaceholderData?: boolean };
  /** Rows of this page; `undefined` while they load. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  empty: string;
  emptyHint?: string;
  /** Omitted for a list without pages. */
  pagination?: Pagination | undefined;
  /** Default number of rows per page. */
  limit?: number;
  /** URL parameter of the page number, if it is not `page`. */
  pageName?: string;
  filters?: readonly Filter[];
  /** URL parameters that narrow the list in addition to the filters. */
  otherNames?: readonly string[];
  /** Default order. Omitted for a list that cannot be sorted. */
  sort?: string;
  /** Download of the filtered list: path of the API without its query. */
  csv?: {
    path: string;
    /** Part of the query that the URL does not contain. */
    query?: string;
  };
  /** Renders the first column, which holds the row headers, in the style of the other columns. */
  isEven?: boolean;
  /** Cuts long lines of text in a wide table, so that the rows are equally high. */
  isClamped?: boolean;
  /** Rows can be chosen for an action. */
  choice?: RowChoice<Row>;
  /** Other downloads and actions beside the count. */
  tools?: ReactNode;
}

/** List of the Admin Panel. The URL stores filters, order, columns, page size and page. The download contains the filtered rows. */
export function AdminList<Row>(props: AdminListProps<Row>) {
  const { columns, query, rows, pageName, filters = [] } = props;
  const [parameters] = useSearchParams();
  const sort = props.sort === undefined ? undefined : (parameters.get('sort') ?? props.sort);
  const pages = pageName === undefined ? undefined : [pageName];
  const orders = useOrders(props.sort === undefined ? [] : columns);
  return (
    <div aria-busy={query.isPlaceholderData} className={page.section}>
      <FilterBar filters={filters} orders={orders} pages={pages} sort={sort} />
      <QueryState query={query} />
      {rows && (
        <>
          <Tools {...props} pages={pages} rows={rows} />
          <Rows {...props} order={sort} rows={rows} />
        </>
      )}
    </div>
  );
}

interface RowsProps<Row> extends AdminListProps<Row> {
  rows: readonly Row[];
  order: string | undefined;
}

/** Table of the chosen columns with its pages, or a message if no row passes the filters. */
function Rows<Row>({ label, columns, rows, keyOf, empty, emptyHint, order, ...props }: RowsProps<Row>) {
  const { pagination, pageName, isEven, isClamped, choice } = props;
  const [parameters] = useSearchParams();
  const total = pagination?.total ?? rows.length;
  return (
    <>
      {total === 0 ? (
        <Empty level={3} text={emptyHint} title={empty} />
      ) : (
        <DataTable
          choice={choice}
          columns={shownColumns(columns, parameters.get('columns'))}
          isClamped={isClamped}
          isEven={isEven}
          keyOf={keyOf}
          label={label}
          rows={rows}
          sort={order}
        />
      )}
      {pagination && <Pages label={label} pageName={pageName} pagination={pagination} />}
    </>
  );
}

interface ToolsProps<Row> extends AdminListProps<Row> {
  rows: readonly Row[];
  pages: readonly string[] | undefined;
}

/** Shows the number of rows. If there are any, also the choice of columns and page size, and the downloads. */
function Tools<Row>(props: ToolsProps<Row>) {
  const { columns, rows, pagination, limit, pageName, csv, tools, pages } = props;
  const { t } = useTranslation();
  const formats = useFormats();
  const [parameters] = useSearchParams();
  const { total, totalIsExact } = pagination ?? { total: rows.length, totalIsExact: true };
  const formatted = formats.number(total);
  const asked = [filterQuery(parameters, addressNames(props)), csv?.query ?? '']
    .filter((part) => part !== '')
    .join('&');
  return (
    <div className={classes.tools}>
      <p className={`${page.soft} ${classes.count}`} role="status">
        {totalIsExact ? t('admin.count', { count: total, formatted }) : t('admin.countMany', { formatted })}
      </p>
      {total > 0 && (
        <>
          {pageName === undefined && columns.length > 2 && (
            <ViewChoice columns={columns} limit={limit} pages={pages} />
          )}
          {tools}
          {csv && <Download path={asked === '' ? csv.path : `${csv.path}?${asked}`} />}
        </>
      )}
    </div>
  );
}

function Pages({
  pagination,
  label,
  pageName,
}: {
  pagination: Pagination;
  label: string;
  pageName: string | undefined;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { total, totalIsExact, page: number, pages } = pagination;
  return (
    <>
      <Pager
        label={label}
        name={pageName}
        page={number}
        pages={pages}
        preventScrollReset={pageName !== undefined}
      />
      {!totalIsExact && number === pages && (
        <p className={page.soft}>{t('admin.deepest', { formatted: formats.number(total) })}</p>
      )}
    </>
  );
}

/** Returns the sort orders: each sortable column, ascending and descending. */
function useOrders<Row>(columns: readonly Column<Row>[]) {
  const { t } = useTranslation();
  return columns.flatMap(({ header, sort }) =>
    sort === undefined
      ? []
      : [
          { value: sort, label: t('admin.list.ascending', { column: header }) },
          { value: reversed(sort), label: t('admin.list.descending', { column: header }) },
        ],
  );
}
