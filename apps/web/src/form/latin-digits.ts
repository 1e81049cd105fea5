import { allLanguages, languageEntry } from '@mutual-transfer/domain/language/language';

const TEN = 10;

/** Numbers typed in the digits of any language of the product, as the API takes them: `१२` becomes `12`. */
export function latinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => digitValues().get(digit) ?? digit);
}

let values: ReadonlyMap<string, string> | undefined;

/** Digit → Latin digit, of every language of the product. */
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
