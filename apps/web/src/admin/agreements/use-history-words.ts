import type { AgreementFile } from '@mutual-transfer/domain/administration/office-agreement';
import { useTranslation } from '../../platform/i18n/language.tsx';

const kinds = [
  'proposed',
  'yes',
  'no',
  'silence',
  'leave',
  'agreed',
  'submitted',
  'otp',
  'ordered',
  'relieved',
  'joined',
  'record_moved',
  'extended',
  'undone',
  'end',
] as const;

/** Returns a function that names what happened to an agreement. */
export function useHistoryWords() {
  const { t } = useTranslation();
  return ({ kind, concerns }: Pick<AgreementFile['history'][number], 'kind' | 'concerns'>) => {
    const known = kinds.find((one) => one === kind);
    const text = known === undefined ? kind : t(`admin.agreements.happened.${known}`);
    return concerns === null ? text : `${text}: ${t(`agreements.did.${concerns}`)}`;
  };
}
