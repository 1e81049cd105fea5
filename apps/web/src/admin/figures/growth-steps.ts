import type { Growth } from '@mutual-transfer/domain/administration/administration';

type Day = Growth['days'][number];
type GrowthFigure = Exclude<keyof Day, 'day'>;

const DAY = 24 * 60 * 60 * 1_000;
const MOST_STEPS = 62;

/** Column of a chart over time: its first day, and the sum over its days. */
export interface Step {
  readonly day: string;
  readonly value: number;
}

/** Returns one figure from the first to the last day, including days without data. Steps are days, in longer spans weeks or multiples of 30 days. */
export function stepsOf(days: readonly Day[], figure: GrowthFigure, from: string, to: string): Step[] {
  const first = Date.parse(from);
  const count = Math.round((Date.parse(to) - first) / DAY) + 1;
  const length = lengthOf(count);
  const sums = Array.from({ length: Math.max(0, Math.ceil(count / length)) }, () => 0);
  for (const day of days) {
    const step = Math.floor((Date.parse(day.day) - first) / DAY / length);
    if (step >= 0 && step < sums.length) sums[step] = (sums[step] ?? 0) + day[figure];
  }
  return sums.map((value, step) => ({
    day: new Date(first + step * length * DAY).toISOString().slice(0, 10),
    value,
  }));
}

/** Returns the number of days per column that keeps the chart within a phone's width. */
function lengthOf(days: number): number {
  if (days <= MOST_STEPS) return 1;
  return days <= MOST_STEPS * 7 ? 7 : 30 * Math.ceil(days / (MOST_STEPS * 30));
}
