import { classLevels } from '@mutual-transfer/domain/reference/class-levels';
import { ANY_BLOCK } from '@mutual-transfer/domain/reference/place-words';
import { subjectByName } from '@mutual-transfer/domain/reference/subjects';
import { type Formats, formatsOf } from './formats.ts';
import { useReading, useTranslation } from './language.tsx';

/** Names as the reader reads them, for the English ones on the wire; `Hidden` too. */
export function useNames() {
  const { language, district, block } = useReading();
  const { t } = useTranslation();
  const isHindi = language === 'hi';
  return {
    district,
    block: (districtName: string, name: string) =>
      name === ANY_BLOCK ? t('place.anyBlock') : block(districtName, name),
    place: (districtName: string, blockName: string) =>
      blockName === ANY_BLOCK
        ? t('place.anyBlockOf', { district: district(districtName) })
        : t('place.blockAndDistrict', {
            block: block(districtName, blockName),
            district: district(districtName),
          }),
    subject: (name: string) => (isHindi ? (subjectByName(name)?.nameHindi ?? name) : name),
    classLevel: (code: string) => {
      const level = classLevels.find((candidate) => candidate.code === code);
      return (isHindi ? level?.nameHindi : level?.name) ?? code;
    },
    personal: (value: string) => (value === 'Hidden' ? t('person.hidden') : value),
  };
}

/** Dates and numbers as the reader writes them, by India's clock. */
export function useFormats(): Formats {
  const { language, t } = useReading();
  return formatsOf(language, t('calendar.months'));
}
