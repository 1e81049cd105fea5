import { type Language, languageEntry } from '@mutual-transfer/domain/language/language';
import type { Names } from '@mutual-transfer/domain/reference/names';

/** The sign of each script of India that joins a letter with the next. */
const VIRAMA = /[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D]$/;

/** A district's name as it fits on a small tile: as the language's own table says, otherwise whole or how it begins. */
export function tileName(district: string, names: Names, language: Language): string {
  return names.tile(district) ?? shortName(names.district(district), language);
}

/** A name whole when it is short, otherwise how it begins. */
function shortName(name: string, language: Language): string {
  const { tileLetters } = languageEntry(language);
  const letters = lettersOf(name, language);
  if (letters.length <= tileLetters) return name;
  const [first = '', second] = name.split(' ');
  if (second === undefined) return beginning(letters, tileLetters - 1);
  const initial = beginning(lettersOf(first, language), 1);
  return `${initial} ${beginning(lettersOf(second, language), tileLetters / 2)}`;
}

/** Letters as a reader sees them: in scripts of India with their vowel signs. */
function lettersOf(text: string, language: Language): string[] {
  return [...new Intl.Segmenter(language).segment(text)].map(({ segment }) => segment);
}

/** No letter is left waiting for the one it would have been joined with. */
function beginning(letters: readonly string[], count: number): string {
  return letters.slice(0, count).join('').replace(VIRAMA, '');
}
