import type { PhoneCodeSent } from '@mutual-transfer/domain/accounts/phone-code';
import { type MouseEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { CodeSent } from '../../account/code-sent.tsx';
import { CallFailure } from '../../form/call-failure.tsx';
import { focusFirst } from '../../form/form-elements.ts';
import { latinDigits } from '../../form/latin-digits.ts';
import { ApiError } from '../../platform/api/client.ts';
import { usePasswordResetChannels } from '../../platform/api/support.queries.ts';
import { useAction } from '../../platform/api/use-action.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { focusIfLost } from '../../ui/focus-if-lost.ts';
import page from '../../ui/page.module.css';
import type { CaptchaState } from '../captcha/use-captcha.ts';
import { sendWithProof } from '../captcha/with-proof.ts';
import type { RegistrationForm } from './use-registration.ts';

/** Returns the state of requesting a code to the phone number. The code is offered on a press, or if another account has the number. */
export function usePhoneClaim(form: RegistrationForm, captcha: CaptchaState) {
  const asking = useAction(
    () =>
      sendWithProof<PhoneCodeSent>('/auth/phone-codes', {
        phone: latinDigits(form.values.phone),
        ...captcha.body,
      }),
    captcha.refresh,
    captcha.refresh,
  );
  const [isWanted, setWanted] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const isUnanswered = captcha.answer.trim() === '';
  const isTaken = form.refusal instanceof ApiError && form.refusal.code === 'phone_taken';
  const isOffered = isTaken || isWanted || asking.data !== undefined;
  const ask = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    flushSync(() => setRefused(isUnanswered));
    if (isUnanswered) focusFirst(currentTarget.form, { captchaAnswer: '' });
    else asking.run();
  };
  return {
    asking,
    ask,
    isTaken,
    isOffered,
    /** A code was requested before the security question was answered. */
    needsAnswer: isRefused && isUnanswered,
    offer: () => setWanted(true),
  };
}

interface PhoneClaimProps {
  readonly form: RegistrationForm;
  readonly claim: ReturnType<typeof usePhoneClaim>;
}

/** Button that offers a code to the phone. Renders nothing if the server cannot send codes. */
export function PhoneProof({ claim: { isOffered, offer } }: Pick<PhoneClaimProps, 'claim'>) {
  const { t } = useTranslation();
  const { sendsPasswordCodes: canSend } = usePasswordResetChannels();
  if (isOffered || !canSend) return null;
  return (
    <div className={page.near}>
      <Button className={page.start} onClick={offer}>
        {t('register.prove')}
      </Button>
      <p className={page.soft}>{t('register.proveHint')}</p>
    </div>
  );
}

/** Requests a code to the phone, and takes the code, which proves that the phone is the user's. */
export function PhoneClaim({ form, claim: { asking, ask, isOffered, isTaken } }: PhoneClaimProps) {
  const { t } = useTranslation();
  if (!isOffered) return null;
  return (
    <div className={page.stack}>
      {/* The button that offers a code is gone. */}
      <p ref={focusIfLost} tabIndex={-1}>
        {t(isTaken ? 'register.claimHint' : 'register.proveHint')}
      </p>
      <CallFailure error={asking.error} text={t('register.failed')} />
      <div className={page.row}>
        <Button isBusy={asking.isBusy} onClick={ask}>
          {t('register.claim')}
        </Button>
      </div>
      <CodeSent sent={asking.data} />
      {asking.data && (
        <TextField
          autoComplete="one-time-code"
          inputMode="numeric"
          label={t('register.code')}
          maxLength={6}
          {...form.text('phoneCode')}
        />
      )}
    </div>
  );
}
