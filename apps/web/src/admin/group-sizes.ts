import { SMALLEST_GROUP } from '@mutual-transfer/domain/agreements/agreement-rules';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';

/** Returns the sizes of a group of teachers from the largest to the smallest. */
export function groupSizes(largest: number): number[] {
  return Array.from({ length: largest - SMALLEST_GROUP + 1 }, (_, index) => largest - index);
}

export function useGroupSizeText(): (size: number) => string {
  const { t } = useTranslation();
  const formats = useFormats();
  return (size) =>
    size === SMALLEST_GROUP
      ? t('plan.pairs')
      : t('plan.upToTeachers', { count: size, formatted: formats.number(size) });
}
