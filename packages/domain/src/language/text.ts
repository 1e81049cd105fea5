import { z } from 'zod';
import { SEARCH_MAXIMUM_LENGTH, SEARCH_MAXIMUM_WORDS } from '../constants.ts';
import { letterKey, withAbbreviationSigns } from './comparison.ts';
import type { MessageKey } from './messages.ts';

export { comparisonKey, withLatinDigits } from './comparison.ts';

/** Control characters, breaks, and marks that reorder the text around them (Unicode bidi overrides and isolates). */
const forbiddenInLines = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
const forbiddenInParagraphs = /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/u;

const directions = /[\u202A-\u202E\u2066-\u2069]/u;

/** A visible character. Joiners, marks, spaces, and blank letters and patterns alone do not count as text. */
const visible = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * Maximum number of UTF-16 code units per character of the limit: a letter may be typed with combining marks, which
 * NFC composes.
 */
const UNITS_A_CHARACTER = 4;
/** More marks in sequence than any word has. Joiners are skipped, because `comparisonKey` removes them before it normalises. */
const longRunOfMarks = /(?:\p{M}[\u200B-\u200D\u2060\uFEFF]*){31}/u;

/** Maximum length in characters of a compared word. PostgreSQL's text search accepts words of at most 2,046 bytes. */
const LONGEST_WORD = 100;

/** Returns true if PostgreSQL can store the text unchanged: well-formed Unicode without U+0000. */
export function isStorable(text: string): boolean {
  return !/[\p{Cs}\0]/u.test(text);
}

/** Returns true for a run of marks that no word has. Normalising it takes quadratic time. */
export function hasLongRunOfMarks(text: string): boolean {
  return longRunOfMarks.test(text);
}

/** Returns the length in code points, which is closer to what a person counts than UTF-16 units. */
export function countCharacters(text: string): number {
  return [...text].length;
}

/** Schema of one line of text in any script: NFC, trimmed, `minimum` to `maximum` characters. */
export function line(minimum: number, maximum: number) {
  return cleanText(forbiddenInLines, minimum, maximum);
}

/** Schema of text with several lines: as `line`, but with line breaks and tabs. Breaks are stored as `\n`. */
export function paragraph(minimum: number, maximum: number) {
  return cleanText(forbiddenInParagraphs, minimum, maximum);
}

function cleanText(
  forbidden: RegExp,
  minimum: number,
  maximum: number,
  prepare = (text: string): string => text,
) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? 'field.required' : 'field.invalid') })
    .overwrite((text) => bounded(prepare(text), maximum).normalize('NFC').replaceAll('\r\n', '\n').trim())
    .superRefine((text, context) => {
      const message = problemOf(text, forbidden, minimum, maximum);
      if (message) context.addIssue({ code: 'custom', message, params: { minimum, maximum } });
    })
    .meta({ minLength: minimum, maxLength: maximum });
}

function withoutDirections(text: string): string {
  return text.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '');
}

/**
 * Returns the text. If it is far too long, or has a run of marks that no word has, returns a short text that is refused for the same
 * reason instead: the checks that follow run on refused texts too.
 */
function bounded(text: string, maximum: number): string {
  if (text.length > UNITS_A_CHARACTER * maximum) return 'x'.repeat(maximum + 1);
  return hasLongRunOfMarks(text) ? '\0' : text;
}

function problemOf(
  text: string,
  forbidden: RegExp,
  minimum: number,
  maximum: number,
): MessageKey | undefined {
  const length = countCharacters(text);
  if (length > maximum) return 'text.tooLong';
  if (!isStorable(text)) return 'text.characters';
  if (forbidden.test(text)) return directions.test(text) ? 'text.direction' : 'text.control';
  if (minimum > 0 && !visible.test(text)) return 'field.required';
  return length < minimum ? 'text.tooShort' : undefined;
}

/**
 * Returns the words of a text in the form of `letterKey`: runs of letters, marks and digits of any script, truncated if long. A `०` that
 * abbreviates a word ends it: `उ०म०वि०` has the words of `उ.म.वि.`.
 */
export function wordsOf(text: string): string[] {
  const key = withAbbreviationSigns(letterKey(text));
  const words = key.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.map((word) => [...word].slice(0, LONGEST_WORD).join(''));
}

/**
 * Text of a search: one line with a limited number of words, because each word costs a scan of the whole list. It is not shown to others, so
 * marks of direction, which a copied phone number has around it, are dropped.
 */
export const searchTextSchema = cleanText(forbiddenInLines, 0, SEARCH_MAXIMUM_LENGTH, withoutDirections)
  .refine((text) => wordsOf(text).length <= SEARCH_MAXIMUM_WORDS, {
    error: 'search.tooManyWords',
    params: { maximum: SEARCH_MAXIMUM_WORDS },
  })
  // An empty query parameter is refused before it is parsed.
  .meta({ minLength: 1 });
