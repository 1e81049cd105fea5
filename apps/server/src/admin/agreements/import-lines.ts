import { z } from 'zod';

/** Returns true if the text of a file names the agreement: by its id, or by the number that its papers print. */
export function isNamed(text: string, { id, number }: { id: string; number: string }): boolean {
  return text.toLowerCase() === id || text.toUpperCase() === number;
}

/** Returns the day of `2026-07-31`, `31-07-2026`, `31/07/2026` or `31.07.2026`. */
export function dayOf(text: string): string | undefined {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text) ?? [];
  const iso = year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return z.iso.date().safeParse(iso).success ? iso : undefined;
}
