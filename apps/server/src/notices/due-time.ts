import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import type { NoticeChoices } from '@mutual-transfer/domain/notice-settings';

/** India has one time zone, half an hour beside the full hour, and no summer time. */
const INDIA_AHEAD_MS = 5.5 * 60 * 60 * 1_000;
const HOUR_MS = 60 * 60 * 1_000;
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
  return new Date(moment.getTime() + INDIA_AHEAD_MS).getUTCHours();
}

/** The next moment at which that hour begins in India. */
function nextHour(now: Date, hour: number): Date {
  const local = now.getTime() + INDIA_AHEAD_MS;
  const today = Math.floor(local / MILLISECONDS_A_DAY) * MILLISECONDS_A_DAY + hour * HOUR_MS;
  const next = today > local ? today : today + MILLISECONDS_A_DAY;
  return new Date(next - INDIA_AHEAD_MS);
}
