import { useTranslation } from '../platform/i18n/language.tsx';
import type { PlaceNumbers } from './place-numbers.ts';
import { useCountText } from './use-count-text.ts';

/** Number of teachers of the same subject and level who want to leave the place and to come. */
export function DemandSentence({ numbers: { leaving, coming } }: { numbers: PlaceNumbers }) {
  const { t } = useTranslation();
  const countText = useCountText();
  return <p>{t('where.demand', { leaving: countText(leaving), coming: countText(coming) })}</p>;
}
