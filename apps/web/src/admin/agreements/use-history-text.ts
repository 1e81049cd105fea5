import type { AgreementFile } from '@mutual-transfer/domain/administration/office-agreement';
import { useTranslation } from '../../platform/i18n/language.tsx';

/** Returns a formatter of the events in an agreement's history. */
export function useHistoryText() {
  const { t } = useTranslation();
  return ({ kind, concerns }: Pick<AgreementFile['history'][number], 'kind' | 'concerns'>) => {
    const text = t(`admin.agreements.happened.${kind}`);
    return concerns === null ? text : `${text}: ${t(`agreements.did.${concerns}`)}`;
  };
}
