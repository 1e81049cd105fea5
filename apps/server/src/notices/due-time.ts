import { MILLISECONDS_A_DAY, MILLISECONDS_AN_HOUR } from '@mutual-transfer/domain/constants';
import { dayInIndia, startInIndia } from '@mutual-transfer/domain/language/date-time';
import type { NoticeChoices } from '@mutual-transfer/domain/notices/notice-settings';

/** When the one message of a day is sent to who has no quiet hours. */
const DAILY_HOUR = 7;

/** When a notice that is created now is to be sent: at once, after the quiet hours, or with the message of the next morning. */
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

/** The hour of the day in India. */
function hourOf(moment: Date): number {
  return Math.floor((moment.getTime() - todayOf(moment)) / MILLISECONDS_AN_HOUR);
}

/** The next moment at which that hour begins in India. */
function nextHour(now: Date, hour: number): Date {
  const today = todayOf(now) + hour * MILLISECONDS_AN_HOUR;
  return new Date(today > now.getTime() ? today : today + MILLISECONDS_A_DAY);
}

/** When the day of that moment began in India, in milliseconds since 1970. */
function todayOf(moment: Date): number {
  return startInIndia(dayInIndia(moment)).getTime();
}
