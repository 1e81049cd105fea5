import { z } from 'zod';

/** Control characters, breaks, and the marks that reorder text around them (Unicode bidi overrides and isolates). */
const forbiddenInLines = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
const forbiddenInParagraphs = /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/u;

/** Something a reader sees; joiners, marks and spaces alone are no text. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Longest word that is compared, in characters: PostgreSQL's text search takes words of at most 2,046 bytes. */
const LONGEST_WORD = 100;

/** True for text that PostgreSQL can store as it is: well-formed Unicode without U+0000. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Length as a person counts letters: code points, not UTF-16 units. */
export function countCharacters(text: string): number {
  return [...text].length;
}

/** One line of text in any script: NFC, trimmed, `minimum` to `maximum` characters. */
export function line(minimum: number, maximum: number) {
  return cleanText(forbiddenInLines, minimum, maximum);
}

/** Text of several lines: as `line`, but line breaks and tabs may stand in it; breaks are stored as `\n`. */
export function paragraph(minimum: number, maximum: number) {
  return cleanText(forbiddenInParagraphs, minimum, maximum);
}

function cleanText(forbidden: RegExp, minimum: number, maximum: number) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? 'field.required' : 'field.invalid') })
    .overwrite((text) => text.normalize('NFC').replaceAll('\r\n', '\n').trim())
    .superRefine((text, context) => {
      const length = countCharacters(text);
      const refuse = (message: string, params = {}) => context.addIssue({ code: 'custom', message, params });
      if (length === 0 && minimum > 0) refuse('field.required');
      else if (length < minimum) refuse('text.tooShort', { minimum });
      else if (length > maximum) refuse('text.tooLong', { maximum });
      else if (!isStorable(text) || forbidden.test(text)) refuse('text.characters');
      else if (minimum > 0 && !visible.test(text)) refuse('field.required');
    })
    .meta({ minLength: minimum, maxLength: maximum });
}

/**
 * The key under which text is compared and searched: compatibility-composed, in lower case, without the joiners
 * that make `राम` and `रा‍म` differ while they look alike.
 */
export function comparisonKey(text: string): string {
  return text
    .replace(/[\u200B-\u200D\u2060\uFEFF]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC');
}

/** The words of a text, as `comparisonKey` has them: runs of letters, marks and digits of any script, cut where long. */
export function wordsOf(text: string): string[] {
  const words = comparisonKey(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.map((word) => [...word].slice(0, LONGEST_WORD).join(''));
}
