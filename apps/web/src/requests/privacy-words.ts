import type {
  PrivacySettings,
  RequestStatus,
  TransferRequest,
} from '@mutual-transfer/domain/requests/transfer-request';
import { privacyKeys } from '@mutual-transfer/domain/requests/transfer-request-words';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';

/** Whether a request hides anything. */
export function hidesSomething(settings: PrivacySettings): boolean {
  return privacyKeys.some((key) => settings[key]);
}

/** Whether others can see a request of that status, so that its settings count. */
export function isOpen(status: RequestStatus): boolean {
  return status === 'active' || status === 'pending';
}

export function openRequests(requests: readonly TransferRequest[]): number {
  return requests.filter(({ status }) => isOpen(status)).length;
}

/** What a request hides, in a few words of the reader. */
export function usePrivacyWords(): (settings: PrivacySettings) => string {
  const { t } = useTranslation();
  const { list } = useFormats();
  return (settings) => {
    const fields = privacyKeys.filter((key) => settings[key]).map((key) => t(`privacy.fields.${key}`));
    if (fields.length === 0) return t('privacy.nothingHidden');
    return t('privacy.hidden', { fields: list(fields) });
  };
}
