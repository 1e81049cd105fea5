import { type Language, languageEntry } from './language.ts';

export const INDIA_TIME_ZONE = 'Asia/Kolkata';
const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** India's offset from UTC, the same all year. */
const INDIA_OFFSET = 5.5 * HOUR * 1_000;

/** Returns the day of a moment in India's time, `YYYY-MM-DD`. */
export function dayInIndia(moment: Date): string {
  return new Date(moment.getTime() + INDIA_OFFSET).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** Returns a moment in India's time, such as `2026-06-15T12:00:00+05:30`. */
export function momentInIndia(moment: Date): string {
  const local = new Date(moment.getTime() + INDIA_OFFSET).toISOString();
  return `${local.slice(0, 'YYYY-MM-DDThh:mm:ss'.length)}+05:30`;
}

/**
 * Returns the day that is this number of years before another one, both `YYYY-MM-DD`. For 29 February it is the 28th
 * if that year has no 29th.
 */
export function yearsBefore(day: string, years: number): string {
  const earlier = `${String(Number(day.slice(0, 4)) - years).padStart(4, '0')}${day.slice(4)}`;
  return isLeapDay(day) && !isDay(earlier) ? earlier.replace(/29$/, '28') : earlier;
}

/** Returns the first day that is at least this number of years after another one: 1 March for 29 February if that year has no 29th. */
export function yearsAfter(day: string, years: number): string {
  const later = `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`;
  return isLeapDay(day) && !isDay(later) ? later.replace('02-29', '03-01') : later;
}

function isLeapDay(day: string): boolean {
  return day.endsWith('-02-29');
}

/** Returns true for a day of the calendar (`YYYY-MM-DD`). */
export function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString() === `${day}T00:00:00.000Z`;
}

/** Returns the moment at which a day (`YYYY-MM-DD`) begins in India. */
export function startInIndia(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - INDIA_OFFSET);
}

/**
 * Returns the format of a moment in a locale, in India's time. English uses am and pm; other languages of India name
 * the part of the day (`सुबह 4:03`).
 */
export function dateTimeOptions(locale: string): Intl.DateTimeFormatOptions {
  if (new Intl.Locale(locale).language === 'en')
    return { dateStyle: 'medium', timeStyle: 'short', timeZone: INDIA_TIME_ZONE };
  return {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    dayPeriod: 'short',
    timeZone: INDIA_TIME_ZONE,
  };
}

/** Formats a moment for a reader of the language. */
export function dateTimeText(moment: Date, language: Language): string {
  const { locale } = languageEntry(language);
  return new Intl.DateTimeFormat(locale, dateTimeOptions(locale)).format(moment);
}

/** Formats an ISO day for a reader of the language. */
export function dayText(day: string, language: Language): string {
  const { locale } = languageEntry(language);
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** Formats a waiting time in the largest unit that fits, rounded up: seconds below a minute, minutes below an hour, then hours. */
export function durationText(seconds: number, language: Language): string {
  const [unit, size] =
    seconds < MINUTE
      ? (['second', 1] as const)
      : seconds < HOUR
        ? (['minute', MINUTE] as const)
        : (['hour', HOUR] as const);
  const format = new Intl.NumberFormat(languageEntry(language).locale, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  });
  return format.format(Math.ceil(seconds / size));
}
