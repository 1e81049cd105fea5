import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import type { PlaceNumbers } from './place-numbers.ts';

/** How many want to leave the place and how many to come, of the same subject and level. */
export function DemandSentence({ numbers: { leaving, coming } }: { numbers: PlaceNumbers }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const told = (number: number | null) => (number === null ? t('where.few') : formats.number(number));
  return <p>{t('where.demand', { leaving: told(leaving), coming: told(coming) })}</p>;
}
