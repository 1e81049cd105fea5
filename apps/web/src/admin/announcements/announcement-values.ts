import { allLanguages } from '@mutual-transfer/domain/language/language';
import { momentOf } from '../local-time.ts';

export type TextName = `texts.${string}`;

/** Values of the announcement form. Dates are local times in India. */
export type AnnouncementValues = Readonly<Record<TextName, string>> & {
  readonly startsAt: string;
  readonly endsAt: string;
};

/** Returns the name of the form field, and of its error, for the text in a language. */
export function textName(language: string): TextName {
  return `texts.${language}`;
}

/** Returns the initial form values: published immediately. @param texts Texts by language, empty if omitted. */
export function initialAnnouncement(texts: Readonly<Record<string, string>> = {}): AnnouncementValues {
  return {
    startsAt: '',
    endsAt: '',
    ...Object.fromEntries(allLanguages().map((language) => [textName(language), texts[language] ?? ''])),
  };
}

/**
 * Returns the request body, with only the texts that are not empty.
 *
 * @param districts Districts to reach. Empty for the whole state.
 */
export function announcementOf(values: AnnouncementValues, districts: readonly string[]) {
  const { startsAt, endsAt } = values;
  const texts: [string, string][] = allLanguages().flatMap((language) => {
    const text = (values[textName(language)] ?? '').trim();
    return text === '' ? [] : [[language, text]];
  });
  return {
    texts: Object.fromEntries<string>(texts),
    ...(districts.length > 0 && { districts }),
    ...(startsAt !== '' && { startsAt: momentOf(startsAt, undefined) }),
    ...(endsAt !== '' && { endsAt: momentOf(endsAt, undefined) }),
  };
}
