import { languageEntry } from '@mutual-transfer/domain/language';
import type { Names } from '@mutual-transfer/domain/names';
import { ANY_BLOCK } from '@mutual-transfer/domain/reference/place-words';
import { type Formats, formatsOf } from './formats.ts';
import { useReading } from './language.tsx';

interface ShownNames extends Names {
  readonly place: (district: string, block: string) => string;
  readonly personal: (value: string) => string;
}

/** Names as the reader reads them, for what is on the wire; `Any block` and `Hidden` too. */
export function useNames(): ShownNames {
  const { t, names } = useReading();
  return {
    ...names,
    block: (district, name) => (name === ANY_BLOCK ? t('place.anyBlock') : names.block(district, name)),
    place: (district, block) =>
      block === ANY_BLOCK
        ? t('place.anyBlockOf', { district: names.district(district) })
        : t('place.blockAndDistrict', {
            block: names.block(district, block),
            district: names.district(district),
          }),
    personal: (value) => (value === 'Hidden' ? t('person.hidden') : value),
  };
}

/** Dates, numbers and money as the reader writes them, by India's clock. */
export function useFormats(): Formats {
  return formatsOf(languageEntry(useReading().language).locale);
}
