import { MILLISECONDS_A_DAY } from '@mutual-transfer/domain/constants';
import { isDay } from '@mutual-transfer/domain/language/date-time';
import { comparisonKey, withLatinDigits } from '@mutual-transfer/domain/language/text';

/** Names of months as offices write them, by the letters with which they begin. */
const monthNames: readonly (readonly string[])[] = [
  ['jan', 'जन'],
  ['feb', 'फर', 'फ़र'],
  ['mar', 'मार्च'],
  ['apr', 'अप्र'],
  ['may', 'मई'],
  ['jun', 'जून'],
  ['jul', 'जुल'],
  ['aug', 'अग'],
  ['sep', 'सित'],
  ['oct', 'अक्त', 'अक्टू'],
  ['nov', 'नव'],
  ['dec', 'दिस'],
];

/** Longest and shortest numbers that a spreadsheet gives the days of 2000 to 2099. */
const FIRST_SERIAL = 36_526;
const LAST_SERIAL = 73_050;
/** The day with the number 0. */
const SERIAL_ZERO = Date.UTC(1899, 11, 30);
/** Length of the longest text that can be a day. The expressions below take quadratic time. */
const LONGEST_DAY = 100;

/** A cell with a day as it can be read. */
interface Readings {
  /** ISO day that the cell states in any case. */
  certain?: string | undefined;
  /** ISO day if the day stands before the month, as in India. */
  dayFirst?: string | undefined;
  /** ISO day if the month stands before the day. */
  monthFirst?: string | undefined;
}

/** A day of a file as it was understood. */
export interface ReadDay {
  /** ISO day; undefined if the cell has no day. */
  day: string | undefined;
  /** True if the file has days with the month first, so that this one may be meant so. */
  isMonthFirst: boolean;
}

/**
 * Reads the days of one column. `5/11/2026` is 5 November, unless a cell of the column can only be read with the month first, as spreadsheets
 * with American settings write it: then no cell is read with the day first, and those that could be are marked. If other cells can only be
 * read with the day first, cells that could be either are not read.
 */
export function readDays(cells: readonly string[]): ReadDay[] {
  const all = cells.map(readingsOf);
  const needsMonthFirst = all.some(({ dayFirst, monthFirst }) => !dayFirst && monthFirst);
  const needsDayFirst = all.some(({ dayFirst, monthFirst }) => dayFirst && !monthFirst);
  return all.map(({ certain, dayFirst, monthFirst }) => {
    if (certain !== undefined || !needsMonthFirst) return { day: certain ?? dayFirst, isMonthFirst: false };
    const isEither = dayFirst !== undefined && monthFirst !== undefined;
    const isUnclear = isEither && needsDayFirst && dayFirst !== monthFirst;
    return {
      day: isUnclear ? undefined : (monthFirst ?? dayFirst),
      isMonthFirst: dayFirst !== undefined || monthFirst !== undefined,
    };
  });
}

function readingsOf(cell: string): Readings {
  if (cell.length > LONGEST_DAY) return {};
  const plain = withLatinDigits(comparisonKey(cell)).replaceAll(/[\p{Pd}\u2212]/gu, '-');
  const text = withoutTime(plain.trim().replaceAll(/\s+/g, ' '));
  if (/^\d{5}(?:\.\d+)?$/.test(text)) return { certain: ofSerial(Number(text)) };
  const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text);
  if (iso) return { certain: dayFrom(iso[1], iso[3], iso[4]) };
  const packed = /^(20\d{2})(\d{2})(\d{2})$/.exec(text);
  if (packed) return { certain: dayFrom(packed[1], packed[2], packed[3]) };
  const numbers = /^(\d{1,2}) ?[-/. ] ?(\d{1,2}) ?[-/. ] ?(\d{4}|\d{2})$/.exec(text);
  if (numbers) {
    const [, first, second, year] = numbers;
    return { dayFirst: dayFrom(year, second, first), monthFirst: dayFrom(year, first, second) };
  }
  return { certain: ofMonthName(text) };
}

/** Returns the text without the time that spreadsheets, reports and our own exports add, and without the day of the week. */
function withoutTime(text: string): string {
  return (
    text
      // `Dated 28.11.2026`, `दि० 28.11.2026`, `28.11.2026 ई०`
      .replace(/^(?:dated|date|dt|दिनांक|दि|तिथि|तारीख)(?![\p{L}\p{M}])[\s.:0\u0970-]*(?=\S)/u, '')
      // `28-11-2026 (F.N.)`, `28.11.2026 पूर्वाह्न`, `28-11-2026 को`
      .replace(/[\s(]*(?:[fa]\.? ?n|forenoon|afternoon|(?:पूर्वा|अपरा)(?:ह्न|हन)|(?<= )को)[.0\u0970)]*$/u, '')
      .replace(/\s*(?:ई|a\.?d)[.0\u0970]*$/u, '')
      .replace(/(?<=\d)\.$/, '')
      .replace(/^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|(?:सोम|मंगल|बुध|गुरु|वीर|शुक्र|शनि|रवि)वार),? /u, '')
      .replace(/[ t]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)? ?(?:[ap]m|z|[+-]\d{2}:?\d{2})?$/, '')
  );
}

function ofSerial(serial: number): string | undefined {
  if (serial < FIRST_SERIAL || serial > LAST_SERIAL) return undefined;
  return new Date(SERIAL_ZERO + Math.floor(serial) * MILLISECONDS_A_DAY).toISOString().slice(0, 10);
}

/** Reads a day such as `28-nov-26`, `28th november 2026` or `november 28, 2026`. */
function ofMonthName(text: string): string | undefined {
  const between = '[-/., ]*';
  // A short form ends with a sign that is also written as zero: `28 नव० 2026`.
  const name = '([\\p{L}\\p{M}]{2,})(?:[0\u0970](?!\\d))?';
  const year = "'?(\\d{4}|\\d{2})";
  const before = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?${between}${name}${between}${year}$`, 'u').exec(text);
  if (before) return dayFrom(before[3], monthOf(before[2]), before[1]);
  const after = new RegExp(`^${name}${between}(\\d{1,2})(?:st|nd|rd|th)?[-/., ]+${year}$`, 'u').exec(text);
  return after ? dayFrom(after[3], monthOf(after[1]), after[2]) : undefined;
}

/** Returns the number of a month by its name. */
export function monthOf(name = ''): string | undefined {
  const written = name.normalize('NFC');
  const index = monthNames.findIndex((names) =>
    names.some((start) => written.startsWith(start.normalize('NFC'))),
  );
  return index === -1 ? undefined : String(index + 1);
}

function dayFrom(year = '', month = '', day = ''): string | undefined {
  const iso = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(iso) ? iso : undefined;
}
