import { z } from 'zod';
import { withLatinDigits } from './text.ts';

/** Contents of messages between strangers that are used for fraud: a phone number, a web or mail address, a sum of money. */
export const textRiskKinds = ['phone', 'link', 'money'] as const;
export type TextRisk = (typeof textRiskKinds)[number];

/** Flag in a body whose text was refused with `text_needs_review`. The text is held until an administrator releases it. */
export const sendForReviewSchema = z
  .boolean()
  .optional()
  .describe('Hold a text with a phone number, link or sum of money until an administrator releases it');

/** Author's own phone number and email address, for texts that may contain them. */
export interface OwnContact {
  phone: string | null;
  email: string;
}

/*
 * Every expression below runs in linear time: each repetition is bounded, or a lookbehind lets it start only at the
 * beginning of a run, so that no run is scanned from each of its positions.
 */

/**
 * Up to four characters that are neither letters nor digits, because `98*76` and `9 | 8` are as readable as `98-76`;
 * or a single letter between two digits.
 */
const separators = '(?:[^\\p{L}\\d]{0,4}|(?<=\\d)\\p{L}(?=\\d))';
/** Ten digits starting with 6 to 9, grouped and prefixed as people write them, and not part of a longer number. */
const phoneNumber = new RegExp(
  `(?<!\\d)(?:\\+?91|0)?${separators}([6-9](?:${separators}\\d){9})(?!\\d)`,
  'gu',
);
/** Words for the digits in their common spellings. The index is the digit. */
const digitWords = [
  ['zero', 'shunya', 'शून्य'],
  ['one', 'ek', 'एक'],
  ['two', 'do', 'दो'],
  ['three', 'teen', 'तीन'],
  ['four', 'chaar', 'char', 'चार'],
  ['five', 'paanch', 'panch', 'पाँच', 'पांच'],
  ['six', 'chhah', 'chhe', 'छह', 'छः', 'छे'],
  ['seven', 'saat', 'सात'],
  ['eight', 'aath', 'आठ'],
  ['nine', 'nau', 'नौ'],
];
const digitOfWord = new Map(digitWords.flatMap((words, digit) => words.map((word) => [word, String(digit)])));
const digitWord = [...digitOfWord.keys()].join('|');
const eachDigitWord = new RegExp(digitWord, 'giu');
/** One or more digit words written as one word. */
const digitsInWords = new RegExp(`(?<![\\p{L}\\p{M}])(?:${digitWord})+(?![\\p{L}\\p{M}])`, 'giu');
const emailAddress = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+\s*@\s*[\p{L}\p{N}.-]*\p{L}/gu;
/** Web address in lower case and without spaces. Otherwise a sentence that begins with “In” after a full stop would match. */
const webAddress =
  /[Hh]ttps?:|\b[Ww]{3}\s?\.|[A-Za-z0-9-]\.(?:com|in|org|net|co|info|me|ly|gl|io|app|xyz|site|online|top|link|club|live|shop|biz|page)\b|[A-Za-z0-9-]\s?(?:\.|\b(?:dot|DOT|Dot)\b)\s?(?:com|COM|Com)\b/u;
/** Last digit of an amount and its unit. The preceding digits do not matter. */
const amount =
  '\\d[,.]{0,4}(?: ?(?:k|lakhs?|lacs?|hazar|hajar|thousand|crores?|लाख|हजार|हज़ार|करोड़|करोड)(?!\\p{L}))?';
const currency =
  '(?:₹|(?<!\\p{L})(?:rs|inr|rup(?:ee|aye|aya|iya|ay)s?|रु|रुपए|रुपये|रुपया|रुपयों|रूपए|रूपये|रूपया)(?!\\p{L}|\\p{M})\\.?)';
const sum = new RegExp(
  `${currency}\\s*\\d|${amount}\\s*${currency}|\\d\\s*/-|\\d\\s*(?:k|thousand|hazar|hajar|lakhs?|lacs?|crores?|हज़ार|लाख|करोड़)(?!\\p{L}|\\p{M})`,
  'iu',
);

/** Invisible characters, and marks that enclose a digit like a keycap. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Me}]/gu;

/**
 * Returns the risks that a text contains. Reads digits of every script; ignores the writer's own contact if `own` is
 * given.
 */
export function textRisks(text: string, own?: OwnContact): TextRisk[] {
  const plain = withLatinDigits(text.normalize('NFKC').replace(unseen, ''));
  const risks: TextRisk[] = [];
  const phones = [...spelledInDigits(plain).matchAll(phoneNumber)].map(([, digits = '']) =>
    digits.replace(/\D/gu, ''),
  );
  if (phones.some((phone) => phone !== own?.phone)) risks.push('phone');
  const emails = [...plain.matchAll(emailAddress)].map(([address]) =>
    address.replace(/\s/gu, '').toLowerCase(),
  );
  const isForeignEmail = emails.some((address) => address !== own?.email.toLowerCase());
  if (isForeignEmail || webAddress.test(plain.replace(emailAddress, ' '))) risks.push('link');
  if (sum.test(plain.replace(phoneNumber, ' '))) risks.push('money');
  return risks;
}

/** Replaces each digit word by its digit, so that ten in a row are found as a phone number. */
function spelledInDigits(text: string): string {
  const digits = (words: string) =>
    words.replaceAll(eachDigitWord, (word) => digitOfWord.get(word.toLowerCase()) ?? word);
  return text.replaceAll(digitsInWords, digits);
}
