import { dateTimeOptions, INDIA_TIME_ZONE } from '@mutual-transfer/domain/language/date-time';

/** Formatters of dates, numbers, money and lists, based on `Intl`. Names of months may differ between browsers and the server. */
export interface Formats {
  date: (iso: string) => string;
  dateTime: (iso: string) => string;
  /** Formats the hour of a day, 0 to 23. */
  hour: (hour: number) => string;
  number: (value: number) => string;
  rupees: (value: number) => string;
  /** Formats a share: 0.5 is 50 %. */
  percent: (share: number) => string;
  seconds: (value: number) => string;
  /** Formats a number of bytes as megabytes, at least a tenth of one. */
  megabytes: (bytes: number) => string;
  /** Formats minutes in units from the largest on, without those that are zero. */
  duration: (minutes: number, units?: readonly DurationUnit[]) => string;
  /** Formats a list as `A, B and C`. */
  list: (things: readonly string[]) => string;
  /** Compares two texts by the alphabet of the language. */
  compare: (first: string, second: string) => number;
}

export type DurationUnit = keyof typeof minutesIn;
const minutesIn = { day: 1_440, hour: 60, minute: 1 };
const durationUnits = ['day', 'hour', 'minute'] as const;

const madeFormats = new Map<string, Formats>();

/** Returns the formatters of a locale. Caches them, and creates each `Intl` formatter on first use. */
export function formatsOf(locale: string): Formats {
  const known = madeFormats.get(locale);
  if (known !== undefined) return known;
  const formats = makeFormats(locale);
  madeFormats.set(locale, formats);
  return formats;
}

function makeFormats(locale: string): Formats {
  return {
    date: dates(locale, { dateStyle: 'medium', timeZone: INDIA_TIME_ZONE }),
    dateTime: dates(locale, dateTimeOptions(locale)),
    hour: hours(locale),
    number: numbers(locale, {}),
    rupees: numbers(locale, { style: 'currency', currency: 'INR', minimumFractionDigits: 0 }),
    percent: numbers(locale, { style: 'percent', maximumFractionDigits: 1 }),
    seconds: numbers(locale, {
      style: 'unit',
      unit: 'second',
      unitDisplay: 'long',
      maximumFractionDigits: 1,
    }),
    megabytes: megabytes(locale),
    duration: durations(locale),
    list: lists(locale),
    compare: comparison(locale),
  };
}

function megabytes(locale: string): Formats['megabytes'] {
  const write = numbers(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
  return (bytes) => write(Math.max(0.1, bytes / 1e6));
}

function durations(locale: string): Formats['duration'] {
  const writeUnit = (unit: DurationUnit) => numbers(locale, { style: 'unit', unit, unitDisplay: 'long' });
  const write = { day: writeUnit('day'), hour: writeUnit('hour'), minute: writeUnit('minute') };
  return (minutes, units = durationUnits) => {
    let left = minutes;
    const parts = units.flatMap((unit) => {
      const count = Math.floor(left / minutesIn[unit]);
      left -= count * minutesIn[unit];
      return count === 0 ? [] : write[unit](count);
    });
    return parts.join(' ');
  };
}

function hours(locale: string): Formats['hour'] {
  const write = dates(locale, { hour: 'numeric', timeZone: 'UTC' });
  return (hour) => write(new Date(Date.UTC(2000, 0, 1, hour)).toISOString());
}

function dates(locale: string, options: Intl.DateTimeFormatOptions): (iso: string) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (iso) => {
    format ??= new Intl.DateTimeFormat(locale, options);
    return format.format(new Date(iso));
  };
}

function lists(locale: string): Formats['list'] {
  let format: Intl.ListFormat | undefined;
  return (things) => {
    const [first, second] = things;
    // A list of one item needs no formatter, and creating the first formatter of a page takes ten milliseconds.
    if (first !== undefined && second === undefined) return first;
    format ??= new Intl.ListFormat(locale);
    // Unicode's pattern for Hindi puts a comma before the last "and", which Hindi does not.
    const last = things.length * 2 - 3;
    return format
      .formatToParts(things)
      .map(({ value }, index) => (index === last ? value.replace(/^, (?=\S)/, ' ') : value))
      .join('');
  };
}

function comparison(locale: string): Formats['compare'] {
  let collator: Intl.Collator | undefined;
  return (first, second) => {
    collator ??= new Intl.Collator(locale);
    return collator.compare(first, second);
  };
}

function numbers(locale: string, options: Intl.NumberFormatOptions): (value: number) => string {
  let format: Intl.NumberFormat | undefined;
  return (value) => {
    format ??= new Intl.NumberFormat(locale, options);
    return format.format(value);
  };
}
