import { z } from 'zod';
import { withLatinDigits } from './text.ts';

/** What in a text between strangers is used for fraud: a phone number, an address of the web or of mail, a sum of money. */
export const textRiskKinds = ['phone', 'link', 'money'] as const;
export type TextRisk = (typeof textRiskKinds)[number];

/** Set in a body whose text was refused with `text_needs_review`: it is kept until an administrator releases it. */
export const sendForReview = z
  .boolean()
  .optional()
  .describe('Keep a text with a phone number, link or sum of money until an administrator releases it');

/** The writer's own phone number and email address, where the text may hold them. */
export interface OwnContact {
  readonly phone: string | null;
  readonly email: string;
}

/**
 * Whatever is no letter and no digit, a few at a time: `98*76` and `9 | 8` are read as easily as `98-76`; or a single letter that touches
 * the digits on both its sides.
 */
const separators = '(?:[^\\p{L}\\d]{0,4}|(?<=\\d)\\p{L}(?=\\d))';
/** Ten digits from 6 to 9 on, grouped and prefixed as people write them, and part of no longer number. */
const phoneNumber = new RegExp(
  `(?<!\\d)(?:\\+?91|0)?${separators}([6-9](?:${separators}\\d){9})(?!\\d)`,
  'gu',
);
/** The digits as words, each in the spellings that are common, at the place of its value. */
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
/** Words of digits, one or several written as one, and part of no longer word. */
const digitsInWords = new RegExp(`(?<![\\p{L}\\p{M}])(?:${digitWord})+(?![\\p{L}\\p{M}])`, 'giu');
const emailAddress = /[\p{L}\p{N}._%+-]+\s*@\s*[\p{L}\p{N}.-]*\p{L}/gu;
/** In small letters and without a space, lest a sentence that begins with “In” after a full stop is taken for one. */
const webAddress =
  /[Hh]ttps?:|\b[Ww]{3}\s?\.|[A-Za-z0-9-]\.(?:com|in|org|net|co|info|me|ly|gl|io|app|xyz|site|online|top|link|club|live|shop|biz|page)\b|[A-Za-z0-9-]\s?(?:\.|\b(?:dot|DOT|Dot)\b)\s?(?:com|COM|Com)\b/u;
const amount =
  '\\d[\\d,.]*(?: ?(?:k|lakhs?|lacs?|hazar|hajar|thousand|crores?|लाख|हजार|हज़ार|करोड़|करोड)(?!\\p{L}))?';
const currency =
  '(?:₹|(?<!\\p{L})(?:rs|inr|rup(?:ee|aye|aya|iya|ay)s?|रु|रुपए|रुपये|रुपया|रुपयों|रूपए|रूपये|रूपया)(?!\\p{L}|\\p{M})\\.?)';
const sum = new RegExp(
  `${currency}\\s*\\d|${amount}\\s*${currency}|\\d\\s*/-|\\d\\s*(?:k|thousand|hazar|hajar|lakhs?|lacs?|crores?|हज़ार|लाख|करोड़)(?!\\p{L}|\\p{M})`,
  'iu',
);

/** What does not show, and what encloses a digit as the keys of a phone do. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Me}]/gu;

/** What of this kind stands in a text. Digits of every script count; the writer's own contact does not where it may stand there. */
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

/** The text with each word of a digit as that digit: ten of them in a row are a phone number, and fewer are none. */
function spelledInDigits(text: string): string {
  const digits = (words: string) =>
    words.replaceAll(eachDigitWord, (word) => digitOfWord.get(word.toLowerCase()) ?? word);
  return text.replaceAll(digitsInWords, digits);
}
