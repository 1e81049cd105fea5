import type { AgreementFile } from '@mutual-transfer/domain/administration/office-agreement';
import { useTranslation } from '../../platform/i18n/language.tsx';

/** Returns a function that names what happened to an agreement. */
export function useHistoryWords() {
  const { t } = useTranslation();
  return ({ kind, concerns }: Pick<AgreementFile['history'][number], 'kind' | 'concerns'>) => {
    const text = t(`admin.agreements.happened.${kind}`);
    return concerns === null ? text : `${text}: ${t(`agreements.did.${concerns}`)}`;
  };
}
