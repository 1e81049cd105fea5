import { axisTicks } from './axis.ts';
import type { Bar } from './bar-chart.tsx';
import columnChart from './column-chart.module.css';

interface ColumnChartProps {
  /** Title of the vertical axis. */
  readonly label: string;
  /** Title of the horizontal axis. */
  readonly axis: string;
  readonly columns: readonly Bar[];
  /** Formats a number of the vertical axis. */
  readonly write: (value: number) => string;
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
