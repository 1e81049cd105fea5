import { allLanguages, type Language } from '../language/language.ts';

/** Returns the text for the readers of a language, and the language in which it is written. */
export function announcementText(
  texts: Readonly<Record<string, string>>,
  language: Language,
): { text: string; language: string } {
  const written = [language, ...allLanguages()].find((code) => texts[code] !== undefined) ?? language;
  return { text: texts[written] ?? '', language: written };
}
