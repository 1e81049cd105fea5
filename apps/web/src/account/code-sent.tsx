import type { PhoneCodeSent } from '@mutual-transfer/domain/accounts/phone-code';
import { useTranslation } from '../platform/i18n/language.tsx';

/** Message that a code was sent to a phone. Its live region is empty until then. */
export function CodeSent({ sent }: { sent: PhoneCodeSent | undefined }) {
  const { t } = useTranslation();
  return (
    <p role="status">
      {sent && (
        <>
          {sent.message} {sent.sandboxCode && t('register.sandboxCode', { code: sent.sandboxCode })}
        </>
      )}
    </p>
  );
}
