import type {
  PrivacySettings,
  RequestStatus,
  TransferRequest,
} from '@mutual-transfer/domain/requests/transfer-request';
import { privacyKeys } from '@mutual-transfer/domain/requests/transfer-request-words';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { useAccountPrivacy } from '../../platform/session/profile.ts';

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

/** Returns a formatter of the fields that a request hides, with those that the account hides. */
export function usePrivacyText(): (settings: PrivacySettings) => string {
  const { t } = useTranslation();
  const { list } = useFormats();
  const account = useAccountPrivacy();
  const fieldsOf = (isShown: (key: keyof PrivacySettings) => boolean) =>
    privacyKeys.filter(isShown).map((key) => t(`privacy.fields.${key}`));
  return (settings) => {
    const byAccount = fieldsOf((key) => account[key]);
    const byRequest = fieldsOf((key) => settings[key] && !account[key]);
    const texts = { account: list(byAccount), fields: list(byRequest) };
    if (byAccount.length > 0)
      return t(byRequest.length > 0 ? 'privacy.hiddenByBoth' : 'privacy.hiddenByAccount', texts);
    return t(byRequest.length > 0 ? 'privacy.hidden' : 'privacy.nothingHidden', texts);
  };
}
