import { MILLISECONDS_A_DAY, MILLISECONDS_AN_HOUR } from '@mutual-transfer/domain/constants';
import { dayInIndia, startInIndia } from '@mutual-transfer/domain/language/date-time';
import type { NoticeChoices } from '@mutual-transfer/domain/notices/notice-settings';

/** Hour of the daily message for a teacher without quiet hours. */
const DAILY_HOUR = 7;

/** Returns when a new notice is sent: at once, after the quiet hours, or with the next daily message. */
export function dueTime(
  now: Date,
  { quietHours, isDaily }: Pick<NoticeChoices, 'quietHours' | 'isDaily'>,
): Date {
  if (isDaily) return nextHour(now, quietHours?.until ?? DAILY_HOUR);
  if (quietHours === null || !isWithin(hourOf(now), quietHours)) return now;
  return nextHour(now, quietHours.until);
}

function isWithin(hour: number, { from, until }: { from: number; until: number }): boolean {
  return from < until ? hour >= from && hour < until : hour >= from || hour < until;
}

/** Returns the hour of the day in India. */
function hourOf(moment: Date): number {
  return Math.floor((moment.getTime() - todayOf(moment)) / MILLISECONDS_AN_HOUR);
}

/** Returns the next time at which the hour begins in India. */
function nextHour(now: Date, hour: number): Date {
  const today = todayOf(now) + hour * MILLISECONDS_AN_HOUR;
  return new Date(today > now.getTime() ? today : today + MILLISECONDS_A_DAY);
}

/** Returns the start of the day in India, in milliseconds since 1970. */
function todayOf(moment: Date): number {
  return startInIndia(dayInIndia(moment)).getTime();
}
