import type { Answered } from '../measure/figures.ts';
import type { MeasuredRow } from '../measure/measure-row.ts';
import { type Column, milliseconds, table, whole } from './table.ts';
import { ratioOf, verdictOf } from './verdict.ts';

const figure = (title: string): Column => ({ title, isFigure: true });

const columns: readonly Column[] = [
  { title: '' },
  figure('app, ms'),
  figure('bare, ms'),
  figure('plain, ms'),
  figure('pgbench, ms'),
  figure('app, a second'),
  figure('bare'),
  figure('plain'),
  figure('pgbench'),
  figure('ratio'),
  { title: 'limits' },
];

/** The rows of one section: times as median / 99th percentile, then requests a second. */
export function sectionTable(rows: readonly MeasuredRow[]): string {
  return table(columns, rows.map(cellsOf));
}

/** One row as it is measured, in one line of plain text. */
export function lineOf(row: MeasuredRow): string {
  const [name, ...cells] = cellsOf(row);
  return `${(name ?? '').padEnd(50)} ${cells.join('  ')}`;
}

function cellsOf(row: MeasuredRow): string[] {
  return [
    row.name,
    timesOf(row.app),
    timesOf(row.bare),
    timesOf(row.plain),
    timesOf(row.pgbench),
    rateOf(row.app),
    rateOf(row.bare),
    rateOf(row.plain),
    rateOf(row.pgbench),
    ratioOf(row)?.toFixed(2) ?? '–',
    verdictOf(row),
  ];
}

function timesOf(answered: Answered | undefined): string {
  if (answered === undefined || answered.answers === 0) return '–';
  return `${milliseconds(answered.median)} / ${milliseconds(answered.p99)}`;
}

function rateOf(answered: Answered | undefined): string {
  return answered === undefined ? '–' : whole(answered.requestsPerSecond);
}
