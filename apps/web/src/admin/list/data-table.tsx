import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { CheckField } from '../../ui/fields/check-field.tsx';
import page from '../../ui/page.module.css';
import rows from '../../ui/table.module.css';
import { type Column, orderOf, reversed } from './columns.ts';
import classes from './data-table.module.css';
import { withParameter } from './list-address.ts';

export interface RowChoice<Row> {
  /** Keys of the chosen rows, which may be on other pages. */
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
  /** Name of the checkbox of a row. */
  nameOf: (row: Row) => string;
}

interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Current `sort` value. Headers of sortable columns are links that change it. */
  sort?: string | undefined;
  /** Renders the first column, which holds the row headers, in the style of the other columns. */
  isEven?: boolean | undefined;
  /** Cuts long lines of text in a wide table, so that the rows are equally high. */
  isClamped?: boolean | undefined;
  choice?: RowChoice<Row> | undefined;
}

/** Table on a wide screen, one card per row on a narrow one. */
export function DataTable<Row>({
  label,
  columns,
  rows: shown,
  keyOf,
  sort,
  isEven = false,
  isClamped = false,
  choice,
}: DataTableProps<Row>) {
  const [first, ...others] = columns;
  const keys = shown.map(keyOf);
  const table = (
    <table
      aria-label={label}
      className={`${rows.table} ${classes.table}`}
      data-clamped={isClamped || undefined}
    >
      <thead>
        <tr>
          {choice && (
            <th className={classes.choice} scope="col">
              <ChooseAll choice={choice} isLabelled={false} keys={keys} />
            </th>
          )}
          {columns.map((column) => (
            <Header column={column} key={column.id} sort={sort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((row) => (
          <tr key={keyOf(row)}>
            {choice && <ChooseRow choice={choice} row={row} rowKey={keyOf(row)} />}
            {first && (
              <th
                className={isEven ? `${classes.cell} ${classes.even}` : classes.title}
                data-text={first.isText}
                scope="row"
              >
                {isEven ? <Labelled column={first} row={row} /> : <div>{first.value(row)}</div>}
              </th>
            )}
            {others.map((column) => (
              <td className={classes.cell} data-text={column.isText} key={column.id}>
                <Labelled column={column} row={row} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (!choice) return table;
  return (
    <>
      <div className={classes.chooseAll}>
        <ChooseAll choice={choice} isLabelled keys={keys} />
      </div>
      {table}
    </>
  );
}

interface ChooseRowProps<Row> {
  choice: RowChoice<Row>;
  row: Row;
  rowKey: string;
}

function ChooseRow<Row>({ choice: { chosen, onChange, nameOf }, row, rowKey }: ChooseRowProps<Row>) {
  return (
    <td className={classes.choice}>
      <input
        aria-label={nameOf(row)}
        checked={chosen.has(rowKey)}
        onChange={({ currentTarget }) => onChange(withKeys(chosen, [rowKey], currentTarget.checked))}
        type="checkbox"
      />
    </td>
  );
}

interface ChooseAllProps<Row> {
  choice: RowChoice<Row>;
  keys: readonly string[];
  /** The headers of a narrow screen are not visible, so its box stands above the cards with a label. */
  isLabelled: boolean;
}

function ChooseAll<Row>({ choice: { chosen, onChange }, keys, isLabelled }: ChooseAllProps<Row>) {
  const { t } = useTranslation();
  const text = t('admin.list.chooseAll');
  const isOn = keys.every((key) => chosen.has(key));
  const choose = (wanted: boolean) => onChange(withKeys(chosen, keys, wanted));
  if (isLabelled) return <CheckField isOn={isOn} label={text} onChange={choose} />;
  return (
    <input
      aria-label={text}
      checked={isOn}
      onChange={({ currentTarget }) => choose(currentTarget.checked)}
      type="checkbox"
    />
  );
}

function withKeys(chosen: ReadonlySet<string>, keys: readonly string[], isOn: boolean): Set<string> {
  const others = [...chosen].filter((key) => !keys.includes(key));
  return new Set(isOn ? [...others, ...keys] : others);
}

/** Cell value with its column header, which only a narrow screen shows. */
function Labelled<Row>({ column: { header, value }, row }: { column: Column<Row>; row: Row }) {
  return (
    <>
      <span aria-hidden="true" className={page.soft}>
        {header}
      </span>
      <div>{value(row)}</div>
    </>
  );
}

function Header<Row>({ column, sort }: { column: Column<Row>; sort: string | undefined }) {
  const [parameters] = useSearchParams();
  if (sort === undefined || column.sort === undefined) return <th scope="col">{column.header}</th>;
  const order = orderOf(column, sort);
  const next = order === undefined ? column.sort : reversed(sort);
  const Icon = order === 'descending' ? IconArrowDown : IconArrowUp;
  return (
    <th aria-sort={order ?? 'none'} scope="col">
      <span className={classes.unsorted}>{column.header}</span>
      <Link
        className={classes.sort}
        data-on={order !== undefined || undefined}
        preventScrollReset
        to={{ search: `${withParameter(parameters, 'sort', next)}` }}
      >
        {column.header}
        <Icon aria-hidden="true" size={16} />
      </Link>
    </th>
  );
}
