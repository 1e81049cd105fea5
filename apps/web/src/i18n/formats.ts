import type { Language } from '@mutual-transfer/domain/language';

/** Bihar's clock is ahead of the world's by this much, all year. */
const AHEAD_IN_MILLISECONDS = 5.5 * 60 * 60 * 1000;
const NOON = 12;

/**
 * Dates and numbers as `Intl` writes them for India, which a test compares. Made by hand, for a browser takes longer to
 * wake `Intl` up than to bring the whole list alive, and its month names differ from the server's.
 */
export interface Formats {
  readonly date: (iso: string) => string;
  readonly dateTime: (iso: string) => string;
  /** Of whole numbers. */
  readonly number: (value: number) => string;
  readonly rupees: (value: number) => string;
}

/** `months` are the short names of the twelve, with spaces between. */
export function formatsOf(language: Language, months: string): Formats {
  const monthNames = months.split(' ');
  const dateOf = (there: Date) =>
    `${there.getUTCDate()} ${monthNames[there.getUTCMonth()]} ${there.getUTCFullYear()}`;
  return {
    date: (iso) => dateOf(inBihar(iso)),
    dateTime: (iso) => `${dateOf(inBihar(iso))}, ${timeOf(inBihar(iso))}`,
    number: (value) => String(value).replace(/\B(?=(\d{2})*\d{3}$)/g, ','),
    rupees: (value) => new Intl.NumberFormat(`${language}-IN`, money).format(value),
  };
}

const money = { style: 'currency', currency: 'INR', minimumFractionDigits: 0 } as const;

/** A date whose universal time is Bihar's time of that moment. */
function inBihar(iso: string): Date {
  return new Date(Date.parse(iso) + AHEAD_IN_MILLISECONDS);
}

function timeOf(there: Date): string {
  const hours = there.getUTCHours();
  const minutes = String(there.getUTCMinutes()).padStart(2, '0');
  return `${hours % NOON || NOON}:${minutes} ${hours < NOON ? 'am' : 'pm'}`;
}
