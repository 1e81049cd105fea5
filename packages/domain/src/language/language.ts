/** What the product must know of a language besides its texts and names. */
export interface LanguageEntry {
  /** Its name, in itself. */
  readonly name: string;
  /** Readers of other languages may have no face for the name, so screens show a drawing of it. */
  readonly isNameDrawn?: boolean;
  /** How a link to it invites its readers, in itself. */
  readonly invitation: string;
  /** Its BCP 47 tag for `Intl`: language and region. */
  readonly locale: string;
  /** Its own digits, as `Intl` names them; people may type them. */
  readonly digits: string;
  /** How many letters of a place's name fit on a tile of the map. */
  readonly tileLetters: number;
}

/** The languages of the product. To add one: a line here, its sentences and names in `languages/`, its screens in apps/web. */
const entries = {
  en: { name: 'English', invitation: 'Read in English', locale: 'en-IN', digits: 'latn', tileLetters: 6 },
  hi: {
    name: 'हिन्दी',
    isNameDrawn: true,
    invitation: 'हिन्दी में पढ़ें',
    locale: 'hi-IN',
    digits: 'deva',
    tileLetters: 4,
  },
} as const satisfies Record<string, LanguageEntry>;

export type Language = keyof typeof entries;

/** The language whose names are on the wire, and which a reader gets who asks for none of the product's. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** The cookie of the reader's choice; the server reads it so that the first page comes in that language. */
export const LANGUAGE_COOKIE = 'language';

const registered = new Map<string, LanguageEntry>(Object.entries(entries));

/** Every language of the product, in the order of the list. */
export function allLanguages(): Language[] {
  return [...registered.keys()].filter(isLanguage);
}

/** Adds a language to the list while the process runs. */
export function registerLanguage(code: string, entry: LanguageEntry): void {
  registered.set(code, entry);
}

/** @throws {RangeError} for a code that is no language of the product. */
export function languageEntry(language: Language): LanguageEntry {
  const entry = registered.get(language);
  if (entry === undefined) throw new RangeError(`${language} is no language of the product`);
  return entry;
}

/** Whether a value from outside is the code of a registered language. */
export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && registered.has(value);
}

/**
 * The product's language that an `Accept-Language` header asks for first (RFC 9110, 12.5.4); the default one when it asks
 * for none of them.
 */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const ranked = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.find((parameter) => parameter.trim().startsWith('q='));
      return { language: tag.split('-')[0], weight: quality ? Number(quality.trim().slice(2)) : 1 };
    })
    .filter(({ language, weight }) => isLanguage(language) && weight > 0)
    .sort((first, second) => second.weight - first.weight);
  const language = ranked[0]?.language;
  return isLanguage(language) ? language : DEFAULT_LANGUAGE;
}
