import { table } from '../report/table.ts';
import type { Figures } from './measure.ts';
import type { Page } from './pages.ts';

/** Medians of several runs of one page. */
export interface Measured {
  readonly page: Page;
  readonly median: Figures;
}

interface Column {
  readonly title: string;
  readonly figure: keyof Figures;
  readonly decimals?: number;
  /** Returns true if a figure meets its target. A figure without a target only explains another one. */
  readonly isReached?: (value: number) => boolean;
}

const full = (score: number) => score === 100;

const columns: readonly Column[] = [
  { title: 'performance ≥ 98', figure: 'performance', isReached: (score) => score >= 98 },
  { title: 'accessibility 100', figure: 'accessibility', isReached: full },
  { title: 'best practices 100', figure: 'bestPractices', isReached: full },
  { title: 'SEO 100', figure: 'seo', isReached: full },
  { title: 'FCP ms', figure: 'firstPaint' },
  { title: 'LCP ms', figure: 'largestPaint' },
  { title: 'TBT ms', figure: 'blocked' },
  { title: 'CLS', figure: 'shift', decimals: 3 },
  { title: 'scripts, bytes', figure: 'scriptBytes' },
];

/** Returns the median of each figure separately. */
export function medianOf(runs: readonly Figures[]): Figures {
  const middle = (figure: keyof Figures) => {
    const sorted = runs.map((run) => run[figure]).toSorted((first, second) => first - second);
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  };
  return {
    performance: middle('performance'),
    accessibility: middle('accessibility'),
    bestPractices: middle('bestPractices'),
    seo: middle('seo'),
    firstPaint: middle('firstPaint'),
    largestPaint: middle('largestPaint'),
    blocked: middle('blocked'),
    shift: middle('shift'),
    scriptBytes: middle('scriptBytes'),
  };
}

/** Returns a Markdown table with a row per page. Each target is in its column's title, and `missed` beside each figure that misses it. */
export function tableOf(measured: readonly Measured[]): string {
  const rows = measured.map(({ page, median }) => [
    nameOf(page),
    ...columns.map((column) => cell(column, median)),
  ]);
  return table([{ title: 'page' }, ...columns.map(({ title }) => ({ title, isFigure: true }))], rows);
}

/** Returns the label of a page in the table and in the progress. */
export function nameOf({ path, language, isSignedIn }: Page): string {
  const notes = [language === 'hi' ? 'Hindi' : '', isSignedIn ? 'signed in' : ''].filter(
    (note) => note !== '',
  );
  return [`\`${path}\``, ...notes].join(', ');
}

function cell({ figure, decimals = 0, isReached }: Column, median: Figures): string {
  const value = median[figure].toLocaleString('en', { maximumFractionDigits: decimals });
  if (isReached === undefined) return value;
  return isReached(median[figure]) ? `${value} reached` : `${value} **missed**`;
}
