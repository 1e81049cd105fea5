import type { ReactNode } from 'react';
import page from '../ui/page.module.css';
import rows from '../ui/table.module.css';
import classes from './table.module.css';

interface TableProps {
  readonly label: string;
  readonly columns: readonly string[];
  readonly children: ReactNode;
}

/** Table on a wide screen, one card per row on a narrow one. */
export function Table({ label, columns, children }: TableProps) {
  return (
    <table aria-label={label} className={`${rows.table} ${classes.table}`}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** Returns the heading of a row. */
export function RowTitle({ children }: { children: ReactNode }) {
  return (
    <th className={classes.title} scope="row">
      {children}
    </th>
  );
}

interface CellProps {
  /** Column name, shown on the card. */
  readonly label: string;
  readonly children: ReactNode;
}

export function Cell({ label, children }: CellProps) {
  return (
    <td className={classes.cell}>
      <span aria-hidden="true" className={page.soft}>
        {label}
      </span>
      <div>{children}</div>
    </td>
  );
}
