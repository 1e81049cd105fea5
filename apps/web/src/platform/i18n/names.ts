import { type Language, languageEntry } from '@mutual-transfer/domain/language/language';
import type { Names } from '@mutual-transfer/domain/reference/names';
import { ANY_BLOCK } from '@mutual-transfer/domain/reference/place-words';
import { createContext, useContext } from 'react';
import { type Formats, formatsOf } from './formats.ts';
import { useReading } from './language.tsx';

/** Names of some blocks in one language, by the English names of district and block with a space between. */
export interface BlockNames {
  language: Language;
  names: Readonly<Record<string, string>>;
}

/** Names of the blocks on the first page of a visit, available before those of all blocks are loaded. */
export const BlockNamesOfPage = createContext<BlockNames | null>(null);

interface ShownNames extends Names {
  place: (district: string, block: string) => string;
  /** Name of a place as a part of a sentence, where languages inflect `Any block`. */
  placeInSentence: (district: string, block: string) => string;
  personal: (value: string) => string;
}

/** Returns the names of wire values in the user's language, including `Any block` and `Hidden`. */
export function useNames(): ShownNames {
  const { t, names, language } = useReading();
  const ofPage = useContext(BlockNamesOfPage);
  const known = ofPage?.language === language ? ofPage.names : {};
  const blockName = (district: string, name: string) =>
    known[`${district} ${name}`] ?? names.block(district, name);
  const placeWith =
    (anyBlockOf: 'place.anyBlockOf' | 'place.withinAnyBlockOf') => (district: string, block: string) =>
      block === ANY_BLOCK
        ? t(anyBlockOf, { district: names.district(district) })
        : t('place.blockAndDistrict', {
            block: blockName(district, block),
            district: names.district(district),
          });
  return {
    ...names,
    block: (district, name) => (name === ANY_BLOCK ? t('place.anyBlock') : blockName(district, name)),
    place: placeWith('place.anyBlockOf'),
    placeInSentence: placeWith('place.withinAnyBlockOf'),
    personal: (value) => (value === 'Hidden' ? t('person.hidden') : value),
  };
}

/** Returns formatters of dates, numbers and money in the user's language and India's time zone. */
export function useFormats(): Formats {
  return formatsOf(languageEntry(useReading().language).locale);
}
