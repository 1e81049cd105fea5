import type { Language } from '@mutual-transfer/domain/language';

const LONGEST: Readonly<Record<Language, number>> = { en: 6, hi: 4 };
const VIRAMA = /\u094D$/;

/** A district's name as it fits on a small tile: whole when it is short, otherwise how it begins. */
export function shortName(name: string, language: Language): string {
  const letters = lettersOf(name, language);
  if (letters.length <= LONGEST[language]) return name;
  const [first = '', second] = name.split(' ');
  if (second === undefined) return beginning(letters, LONGEST[language] - 1);
  const initial = beginning(lettersOf(first, language), 1);
  return `${initial} ${beginning(lettersOf(second, language), LONGEST[language] / 2)}`;
}

/** Letters as a reader sees them: in Devanagari with their vowel signs. */
function lettersOf(text: string, language: Language): string[] {
  return [...new Intl.Segmenter(language).segment(text)].map(({ segment }) => segment);
}

/** No letter is left waiting for the one it would have been joined with. */
function beginning(letters: readonly string[], count: number): string {
  return letters.slice(0, count).join('').replace(VIRAMA, '');
}
