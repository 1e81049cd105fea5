import type {
  PrivacySettings,
  RequestStatus,
  TransferRequest,
} from '@mutual-transfer/domain/requests/transfer-request';
import { privacyKeys } from '@mutual-transfer/domain/requests/transfer-request-words';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';

/** Returns `true` if any setting hides something. */
export function hidesSomething(settings: PrivacySettings): boolean {
  return privacyKeys.some((key) => settings[key]);
}

/** Returns `true` if requests of the status are visible to others. */
export function isOpen(status: RequestStatus): boolean {
  return status === 'active' || status === 'pending';
}

export function openRequests(requests: readonly TransferRequest[]): number {
  return requests.filter(({ status }) => isOpen(status)).length;
}

/** Returns a function that lists the hidden details in words. */
export function usePrivacyWords(): (settings: PrivacySettings) => string {
  const { t } = useTranslation();
  const { list } = useFormats();
  return (settings) => {
    const fields = privacyKeys.filter((key) => settings[key]).map((key) => t(`privacy.fields.${key}`));
    if (fields.length === 0) return t('privacy.nothingHidden');
    return t('privacy.hidden', { fields: list(fields) });
  };
}
