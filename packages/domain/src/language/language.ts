/** Properties of a language other than its texts and names. */
export interface LanguageEntry {
  /** Name of the language in the language itself. */
  name: string;
  /** Screens show the name as an image, because readers of other languages may lack a font for it. */
  isNameDrawn?: boolean;
  /** Text of a link that invites readers to the language, in the language itself. */
  invitation: string;
  /** BCP 47 tag for `Intl`: language and region. */
  locale: string;
  /** Numbering system of its own digits, as `Intl` names it. People may type these digits. */
  digits: string;
  /** Number of letters of a place name that fit on a tile of the map. */
  tileLetters: number;
}

/** Languages of the product. A new language needs a line here, its texts and names in `packs/`, and its screens in apps/web. */
const entries = {
  en: { name: 'English', invitation: 'Read in English', locale: 'en-IN', digits: 'latn', tileLetters: 6 },
  hi: {
    name: 'हिंदी',
    isNameDrawn: true,
    invitation: 'हिंदी में पढ़ें',
    locale: 'hi-IN',
    digits: 'deva',
    tileLetters: 4,
  },
} as const satisfies Record<string, LanguageEntry>;

export type Language = keyof typeof entries;

/** Language of the names on the wire, and fallback for readers who ask for no language of the product. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** Cookie with the reader's choice. The server reads it to render the first page in that language. */
export const LANGUAGE_COOKIE = 'language';

const registered = new Map<string, LanguageEntry>(Object.entries(entries));

/** Returns every language of the product, in the order of the list. */
export function allLanguages(): Language[] {
  return [...registered.keys()].filter(isLanguage);
}

/** Adds a language to the list at run time. */
export function registerLanguage(code: string, entry: LanguageEntry): void {
  registered.set(code, entry);
}

/**
 * Returns the entry of a language.
 * @throws {RangeError} if the code is no language of the product.
 */
export function languageEntry(language: Language): LanguageEntry {
  const entry = registered.get(language);
  if (entry === undefined) throw new RangeError(`${language} is no language of the product`);
  return entry;
}

/** Returns true if a value is the code of a registered language. */
export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && registered.has(value);
}

/**
 * Returns the language of the product that an `Accept-Language` header prefers (RFC 9110, 12.5.4), or the default one
 * if it names none of them.
 */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  return acceptedLanguages(acceptLanguage)[0] ?? DEFAULT_LANGUAGE;
}

/** Returns the languages of the product that an `Accept-Language` header names, the preferred one first. */
export function acceptedLanguages(acceptLanguage: string | undefined): Language[] {
  const ranked = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.find((parameter) => parameter.trim().startsWith('q='));
      return { language: tag.split('-')[0], weight: quality ? Number(quality.trim().slice(2)) : 1 };
    })
    .filter(({ language, weight }) => isLanguage(language) && weight > 0)
    .sort((first, second) => second.weight - first.weight);
  return [...new Set(ranked.map(({ language }) => language).filter(isLanguage))];
}
