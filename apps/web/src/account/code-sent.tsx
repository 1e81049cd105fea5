import type { PhoneCodeSent } from '@mutual-transfer/domain/accounts/phone-code';
import { PHONE_CODE_AGAIN_SECONDS } from '@mutual-transfer/domain/constants';
import type { SmsState } from '@mutual-transfer/domain/notices/sent-sms';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { callApi } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { Button } from '../ui/button.tsx';
import page from '../ui/page.module.css';

const SECOND = 1_000;
const ASK_EVERY_MS = 3 * SECOND;
/** A report that has not come by then is not waited for. */
const ASK_TIMES = 40;

/** Message that a code was sent to a phone, and what the provider says of it. Its live region is empty until then. */
export function CodeSent({ sent }: { sent: PhoneCodeSent | undefined }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['sent-code', sent?.id ?? ''],
    queryFn: ({ signal }) => callApi<SmsState>(`/auth/phone-codes/${sent?.id}`, { signal }),
    enabled: sent?.id !== undefined,
    retry: false,
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      data?.state === 'delivered' ||
      data?.state === 'failed' ||
      dataUpdateCount + errorUpdateCount >= ASK_TIMES
        ? false
        : ASK_EVERY_MS,
  });
  return (
    <div role="status">
      {sent && (
        <p>
          {sent.message} {sent.sandboxCode && t('register.sandboxCode', { code: sent.sandboxCode })}
        </p>
      )}
      {data && data.state !== 'sending' && <p>{t(`register.codeState.${data.state}`)}</p>}
    </div>
  );
}

interface SendCodeButtonProps {
  /** The code that was sent last. */
  sent: PhoneCodeSent | undefined;
  isBusy?: boolean;
  kind?: 'soft' | 'quiet';
  onClick: Parameters<typeof Button>[0]['onClick'];
  children: ReactNode;
}

/** Button that sends a code, and says when another one can be sent. A code that is shown instead of sent needs no pause. */
export function SendCodeButton({ sent, isBusy = false, onClick, children, ...button }: SendCodeButtonProps) {
  const { t } = useTranslation();
  const seconds = useSecondsLeft(sent);
  const isWaiting = seconds > 0;
  return (
    <div className={page.near}>
      <Button
        {...button}
        aria-disabled={isBusy || isWaiting || undefined}
        className={page.start}
        isBusy={isBusy}
        onClick={isWaiting ? undefined : onClick}
      >
        {children}
      </Button>
      {isWaiting && <p className={page.soft}>{t('register.codeAgain', { seconds })}</p>}
    </div>
  );
}

function useSecondsLeft(sent: PhoneCodeSent | undefined): number {
  const [secondsLeft, setSecondsLeft] = useState(0);
  useEffect(() => {
    if (sent === undefined || sent.sandboxCode !== undefined) return undefined;
    setSecondsLeft(PHONE_CODE_AGAIN_SECONDS);
    const timer = setInterval(() => setSecondsLeft((seconds) => Math.max(0, seconds - 1)), SECOND);
    return () => clearInterval(timer);
  }, [sent]);
  return secondsLeft;
}
