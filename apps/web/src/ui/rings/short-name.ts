import { type Language, languageEntry } from '@mutual-transfer/domain/language/language';
import type { Names } from '@mutual-transfer/domain/reference/names';

/** Virama of each script of India, which joins a letter with the next one. */
const VIRAMA = /[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D]$/;

/** Returns a district's name for a small tile: from the language's table, otherwise whole or its beginning. */
export function tileName(district: string, names: Names, language: Language): string {
  return names.tile(district) ?? shortName(names.district(district), language);
}

/** Returns a short name whole, and the beginning of a longer one. */
function shortName(name: string, language: Language): string {
  const { tileLetters } = languageEntry(language);
  const letters = lettersOf(name, language);
  if (letters.length <= tileLetters) return name;
  const [first = '', second] = name.split(' ');
  if (second === undefined) return beginning(letters, tileLetters - 1);
  const initial = beginning(lettersOf(first, language), 1);
  return `${initial} ${beginning(lettersOf(second, language), tileLetters / 2)}`;
}

/** Returns the letters as users perceive them (grapheme clusters): in scripts of India including vowel signs. */
function lettersOf(text: string, language: Language): string[] {
  return [...new Intl.Segmenter(language).segment(text)].map(({ segment }) => segment);
}

/** Returns the first letters. Does not end in a letter that the virama joins with the next one. */
function beginning(letters: readonly string[], count: number): string {
  return letters.slice(0, count).join('').replace(VIRAMA, '');
}
