import classes from './bar-chart.module.css';
import card from './card.module.css';
import columnChart from './column-chart.module.css';
import page from './page.module.css';

/** Returns the ticks of an axis: at most about four equal steps from 0 up to at least the largest value. */
export function axisTicks(largest: number): number[] {
  const rough = Math.max(1, largest) / 4;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * magnitude >= rough) ?? 10;
  // Counts are integers, so the step is at least 1.
  const step = Math.max(1, factor * magnitude);
  return Array.from({ length: Math.ceil(Math.max(1, largest) / step) + 1 }, (_, index) => index * step);
}

interface Bar {
  id: string;
  label: string;
  value: number;
  text: string;
  /** Marks the bar as the reference for the others. */
  isMark?: boolean;
}

interface BarChartProps {
  label: string;
  /** Headings of the labels and of the numbers. */
  columns: readonly [string, string];
  bars: readonly Bar[];
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

interface ColumnChartProps {
  /** Title of the vertical axis. */
  label: string;
  axis: string;
  columns: readonly Bar[];
  /** Formats a number of the vertical axis. */
  write: (value: number) => string;
}

/** Column chart over time with both axes. Hidden from screen readers, which read the same numbers in the table beside it. */
export function ColumnChart({ label, axis, columns, write }: ColumnChartProps) {
  const ticks = axisTicks(Math.max(...columns.map(({ value }) => value)));
  const top = ticks.at(-1) ?? 1;
  const marked = new Set([0, Math.floor((columns.length - 1) / 2), columns.length - 1]);
  return (
    <figure aria-hidden="true" className={columnChart.chart}>
      <figcaption className={columnChart.title}>{label}</figcaption>
      <ol className={columnChart.ticks}>
        {ticks.map((tick) => (
          <li key={tick}>{write(tick)}</li>
        ))}
      </ol>
      <div className={columnChart.plot} style={{ '--steps': ticks.length - 1 }}>
        {columns.map(({ id, label: name, value, text }) => (
          <span key={id} style={{ '--share': value / top }} title={`${name}: ${text}`} />
        ))}
      </div>
      <ol className={columnChart.moments}>
        {columns
          .filter((_, index) => marked.has(index))
          .map(({ id, label: name }) => (
            <li key={id}>{name}</li>
          ))}
      </ol>
      <p className={columnChart.axis}>{axis}</p>
    </figure>
  );
}

/** Numbers below their labels. */
export function FigureList({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className={`${page.cells} ${card.figures}`}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
