import { allLanguages, languageEntry } from '@mutual-transfer/domain/language/language';

const TEN = 10;

/** Converts the digits of any supported language to Latin ones, as the API accepts them: `१२` becomes `12`. */
export function latinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => digitValues().get(digit) ?? digit);
}

let values: ReadonlyMap<string, string> | undefined;

/** Returns the map from the digits of every supported language to Latin digits. */
function digitValues(): ReadonlyMap<string, string> {
  values ??= new Map(
    allLanguages().flatMap((language) => {
      const { locale, digits } = languageEntry(language);
      const format = new Intl.NumberFormat(locale, { numberingSystem: digits });
      return Array.from({ length: TEN }, (_, value) => [format.format(value), String(value)] as const);
    }),
  );
  return values;
}
