import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import type { PlaceNumbers } from './place-numbers.ts';

/** Number of teachers of the same subject and level who want to leave the place and to come. */
export function DemandSentence({ numbers: { leaving, coming } }: { numbers: PlaceNumbers }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const countText = (number: number | null) => (number === null ? t('where.few') : formats.number(number));
  return <p>{t('where.demand', { leaving: countText(leaving), coming: countText(coming) })}</p>;
}
