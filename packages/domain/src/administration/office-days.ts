import { yearsAfter } from '../language/date-time.ts';

/**
 * Returns true for a day of an order or a joining more than a year from today, whose year is probably mistyped. Nearer days are accepted
 * as the papers of the office state them: an order may be older than the agreement, or take effect later. Days are `YYYY-MM-DD`.
 */
export function isFarDay(day: string, today: string): boolean {
  return day > yearsAfter(today, 1) || day < yearsAfter(today, -1);
}
