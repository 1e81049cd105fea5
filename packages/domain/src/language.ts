/** The two languages of the product. */
export const languages = ['en', 'hi'] as const;

export type Language = (typeof languages)[number];

/** Remembers the reader's choice; read by the server so that the first page comes in that language. */
export const LANGUAGE_COOKIE = 'language';

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

/**
 * The product's language that an `Accept-Language` header asks for first (RFC 9110, 12.5.4); English when it asks
 * for neither.
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
  return isLanguage(language) ? language : 'en';
}
