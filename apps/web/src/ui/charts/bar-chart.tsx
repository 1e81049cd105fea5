import classes from './bar-chart.module.css';

export interface Bar {
  readonly id: string;
  readonly label: string;
  readonly value: number;
  /** Formatted number. */
  readonly text: string;
  /** Marks the bar as the reference for the others. */
  readonly isMark?: boolean;
}

interface BarChartProps {
  readonly label: string;
  /** Headings of the labels and of the numbers. */
  readonly columns: readonly [string, string];
  readonly bars: readonly Bar[];
}

/** Table whose numbers are also drawn as bars, relative to the largest. */
export function BarChart({ label, columns, bars }: BarChartProps) {
  const largest = Math.max(1, ...bars.map(({ value }) => value));
  const longest = Math.max(...bars.map(({ text }) => text.length));
  return (
    <table aria-label={label} className={classes.chart} style={{ '--longest': longest }}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th className={classes.label} key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ id, label: name, value, text, isMark }) => (
          <tr data-mark={isMark || undefined} key={id}>
            <th className={classes.label} scope="row">
              {name}
            </th>
            <td className={classes.cell}>
              <span className={classes.bar} style={{ '--share': value / largest }} />
              <span className={classes.number}>{text}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
