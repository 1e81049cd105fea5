import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import { dayInIndia } from '@mutual-transfer/domain/language/date-time';

/** Returns the first of the last `days` days in the Indian calendar, as `YYYY-MM-DD`. The day of `now` is the last one. */
export function firstDay(now: Date, days: number): string {
  return dayInIndia(new Date(now.getTime() - (days - 1) * MILLISECONDS_A_DAY));
}
