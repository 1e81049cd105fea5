import type { Language } from '@mutual-transfer/domain/language';
import { classLevels } from '@mutual-transfer/domain/reference/class-levels';
import { ANY_BLOCK } from '@mutual-transfer/domain/reference/place-words';
import { subjectByName } from '@mutual-transfer/domain/reference/subjects';
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
export function useFormats() {
  return formatsOf(useReading().language);
}

const known = new Map<Language, ReturnType<typeof makeFormats>>();

/** A page shows dozens of dates and numbers, and a formatter takes longer to make than to use. */
function formatsOf(language: Language) {
  const formats = known.get(language) ?? makeFormats(`${language}-IN`);
  known.set(language, formats);
  return formats;
}

function makeFormats(locale: string) {
  const timeZone = 'Asia/Kolkata';
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
  const time = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const;
  const numbers = new Intl.NumberFormat(locale);
  const money = { style: 'currency', currency: 'INR', minimumFractionDigits: 0 } as const;
  return {
    date: (iso: string) => dates.format(new Date(iso)),
    dateTime: (iso: string) => new Intl.DateTimeFormat(locale, time).format(new Date(iso)),
    number: (value: number) => numbers.format(value),
    rupees: (value: number) => new Intl.NumberFormat(locale, money).format(value),
  };
}
