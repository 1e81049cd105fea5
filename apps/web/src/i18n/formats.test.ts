import { languages } from '@mutual-transfer/domain/language';
import { describe, expect, it } from 'vitest';
import { formatsOf } from './formats.ts';
import { englishOpen } from './texts/english-open.ts';
import { hindiOpen } from './texts/hindi-open.ts';

const months = { en: englishOpen.calendar.months, hi: hindiOpen.calendar.months };

/** Each month of two years: a morning, noon, and both sides of midnight in Bihar. */
const moments = Array.from({ length: 24 }, (_, month) =>
  ['03:05', '06:30', '18:29', '18:30'].map((time) =>
    new Date(`${new Date(Date.UTC(2027, month, 28)).toISOString().slice(0, 10)}T${time}Z`).toISOString(),
  ),
).flat();

describe.each(languages)('dates and numbers in %s', (language) => {
  const formats = formatsOf(language, months[language]);
  const locale = `${language}-IN`;
  const timeZone = 'Asia/Kolkata';

  it('are dates as Intl writes them', () => {
    const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
    const times = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
    for (const moment of moments) {
      expect(formats.date(moment)).toBe(dates.format(new Date(moment)));
      expect(formats.dateTime(moment)).toBe(times.format(new Date(moment)));
    }
  });

  it('are numbers as Intl writes them', () => {
    const numbers = new Intl.NumberFormat(locale);
    for (const value of [0, 7, 999, 1000, 54_321, 99_999, 100_000, 1_234_567, 1_234_567_890, -999, -1000]) {
      expect(formats.number(value)).toBe(numbers.format(value));
    }
  });
});
