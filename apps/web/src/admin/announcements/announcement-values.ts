import { allLanguages } from '@mutual-transfer/domain/language/language';
import { districts } from '@mutual-transfer/domain/reference/places';
import { momentOf } from '../local-time.ts';

export type TextName = `texts.${string}`;
export type DistrictName = `district ${string}`;

/** Values of the form of an announcement. Dates are local times of India. */
export type AnnouncementValues = Readonly<Record<TextName, string>> &
  Readonly<Record<DistrictName, boolean>> & { readonly startsAt: string; readonly endsAt: string };

/** Returns the name of the text in a language, in the form and in error messages. */
export function textName(language: string): TextName {
  return `texts.${language}`;
}

/** Returns the name of the field that chooses a district. */
export function districtField(district: string): DistrictName {
  return `district ${district}`;
}

/** Returns the initial form: all teachers, at once. @param texts Texts by language, empty if omitted. */
export function initialAnnouncement(texts: Readonly<Record<string, string>> = {}): AnnouncementValues {
  return {
    startsAt: '',
    endsAt: '',
    ...Object.fromEntries(allLanguages().map((language) => [textName(language), texts[language] ?? ''])),
    ...Object.fromEntries(districts.map(({ name }) => [districtField(name), false])),
  };
}

/**
 * Returns the body of the call: only the texts that were written, and the chosen districts.
 *
 * @param own Districts of the administrator, used if none is chosen. Empty for the state.
 */
export function announcementOf(values: AnnouncementValues, own: readonly string[]) {
  const { startsAt, endsAt } = values;
  const chosen = districts.filter(({ name }) => values[districtField(name)] === true).map(({ name }) => name);
  const reached = chosen.length > 0 ? chosen : own;
  const texts: [string, string][] = allLanguages().flatMap((language) => {
    const text = (values[textName(language)] ?? '').trim();
    return text === '' ? [] : [[language, text]];
  });
  return {
    texts: Object.fromEntries<string>(texts),
    ...(reached.length > 0 && { districts: reached }),
    ...(startsAt !== '' && { startsAt: momentOf(startsAt, undefined) }),
    ...(endsAt !== '' && { endsAt: momentOf(endsAt, undefined) }),
  };
}
