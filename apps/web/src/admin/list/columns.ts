import type { ReactNode } from 'react';
import { useTranslation } from '../../platform/i18n/language.tsx';
import type { TextKey } from '../../platform/i18n/texts/texts.ts';

/** Column of a list. The first column of a list holds the row headers and is always shown. */
export interface Column<Row> {
  /** Name in the URL, if columns can be chosen. */
  id: string;
  header: string;
  value: (row: Row) => ReactNode;
  /** API `sort` value of the ascending order; with the prefix `-`, of the descending order. */
  sort?: string | undefined;
  /** Shown only if the administrator chooses it. */
  isExtra?: boolean | undefined;
  /** Text of any length, which a row of two lines cuts. */
  isText?: boolean | undefined;
}

/** Column of a record of `packages/domain/src/administration/list-columns.ts`. */
interface KnownColumn {
  heading?: TextKey;
  sort?: string;
  isExtra?: true;
  isText?: true;
  csv?: object;
}

/** Keys of the columns that are on the screen. */
type ShownKey<Columns> = {
  [Key in keyof Columns]: Columns[Key] extends { heading: string } ? Key : never;
}[keyof Columns] &
  string;

/** Returns the columns of a list on the screen, in the order of `values`. */
export function useColumns<Row, Columns extends Readonly<Record<string, KnownColumn>>>(
  known: Columns,
  values: Record<ShownKey<Columns>, (row: Row) => ReactNode>,
): Column<Row>[] {
  const { t } = useTranslation();
  return Object.entries<(row: Row) => ReactNode>(values).flatMap(([id, value]) => {
    const { heading, sort, isExtra, isText } = known[id] ?? {};
    return heading === undefined ? [] : [{ id, header: t(heading), value, sort, isExtra, isText }];
  });
}

/** Returns the columns that the URL names, or those that are shown by default. */
export function shownColumns<Row>(columns: readonly Column<Row>[], chosen: string | null): Column<Row>[] {
  const ids = chosen?.split(',');
  const isShown = ({ id, isExtra }: Column<Row>) => (ids === undefined ? isExtra !== true : ids.includes(id));
  return columns.filter((column, index) => index === 0 || isShown(column));
}

/** Returns the value of the URL parameter after a column was added or removed, `''` for the default. */
export function withColumn<Row>(columns: readonly Column<Row>[], chosen: string | null, id: string): string {
  const before = new Set(shownColumns(columns, chosen).map((column) => column.id));
  if (!before.delete(id)) before.add(id);
  const ids = columns.flatMap((column) => (before.has(column.id) ? [column.id] : []));
  const initial = shownColumns(columns, null).map((column) => column.id);
  return ids.join() === initial.join() ? '' : ids.join();
}

export function reversed(sort: string): string {
  return sort.startsWith('-') ? sort.slice(1) : `-${sort}`;
}

/** Returns the sort direction of a column, or `undefined` if the list is sorted by another column. */
export function orderOf(
  column: { sort?: string | undefined },
  sort: string,
): 'ascending' | 'descending' | undefined {
  if (column.sort === undefined) return undefined;
  if (column.sort === sort) return 'ascending';
  return reversed(column.sort) === sort ? 'descending' : undefined;
}
