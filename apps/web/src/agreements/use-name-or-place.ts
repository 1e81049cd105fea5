import type { Person } from '@mutual-transfer/domain/accounts/user';
import { HIDDEN } from '@mutual-transfer/domain/constants';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';

/** Returns a formatter of a teacher in a sentence: the name, or the place of a teacher who hides the name. */
export function useNameOrPlace(): (person: Pick<Person, 'name' | 'district' | 'postingBlock'>) => string {
  const { t } = useTranslation();
  const names = useNames();
  return ({ name, district, postingBlock }) =>
    name === HIDDEN ? t('agreements.another', { place: names.place(district, postingBlock) }) : name;
}
