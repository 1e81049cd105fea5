import type { Prospects } from '@mutual-transfer/domain/matching/prospects';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';

/**
 * Returns a formatter of prospects. The counts are per district, so they are bounds for a block: it has at most as many teachers, and its
 * shortest ring has at least as many members.
 */
export function useProspectsText() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const count = (value: number | null) =>
    value === null ? t('home.few') : t('home.atMost', { number: number(value) });
  return ({ wantYourPlace, directSwaps, shortestRing }: Prospects) => ({
    wantYourPlace: count(wantYourPlace),
    directSwaps: count(directSwaps),
    shortestRing:
      shortestRing === null ? t('home.noRing') : t('home.ringOf', { number: number(shortestRing) }),
  });
}
