import type { PhoneCodeSent } from '@mutual-transfer/domain/accounts/phone-code';
import type { Session } from '@mutual-transfer/domain/accounts/user';
import { typedPhone } from '@mutual-transfer/domain/language/typed-values';
import { privacyKeys } from '@mutual-transfer/domain/requests/transfer-request-words';
import { type MouseEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSearchParams } from 'react-router';
import { CodeSent, SendCodeButton } from '../account/code-sent.tsx';
import { TeachingFields, WishFields, WorkFields, YouFields } from '../account/teacher-fields.tsx';
import { CallFailure } from '../form/call-failure.tsx';
import { Form, SubmitRow } from '../form/form.tsx';
import { FormStep, StepProgress, sentByStep, useSteps } from '../form/form-steps.tsx';
import { focusFirst } from '../form/form-values.ts';
import { checkLazily, useForm } from '../form/use-form.ts';
import { ApiError } from '../platform/client.ts';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { signIn } from '../platform/start-session.ts';
import { usePasswordResetChannels } from '../platform/support.queries.ts';
import { useAction } from '../platform/use-action.ts';
import { sendWithProof } from '../platform/with-proof.ts';
import { PrivacyNotice } from '../privacy/privacy-notice.tsx';
import { Button } from '../ui/button.tsx';
import { focusIfLost } from '../ui/element-refs.ts';
import { CheckField } from '../ui/fields/check-field.tsx';
import { FormFoot, FormGroup } from '../ui/fields/form-group.tsx';
import { CodeField, EmailField, PasswordField } from '../ui/fields/text-fields.tsx';
import page from '../ui/page.module.css';
import { CaptchaCheck, type CaptchaState, useCaptcha } from './captcha.tsx';
import { FreeMomentNote, useFreeMoment } from './free-moment.tsx';
import { loadChecks, prepareChecks } from './load-checks.ts';
import {
  askedIn,
  emptyRegistration,
  prefilledFields,
  registrationBody,
  registrationSteps,
} from './registration-values.ts';

/** Returns the registration form: stored as a draft without passwords, prefilled with the visitor's question. */
export function useRegistration() {
  const { t } = useTranslation();
  const messages = useMessages();
  const captcha = useCaptcha();
  const [parameters] = useSearchParams();
  const asked = askedIn(parameters);
  const cameBy = parameters.get('by');
  const steps = useSteps(registrationSteps);
  const { whenFree, secondsLeft } = useFreeMoment();
  const form = useForm({
    initial: { ...emptyRegistration, ...asked },
    check: async (values) => {
      const errors = await checkLazily(loadChecks, ({ registrationErrors }) =>
        registrationErrors(values, captcha.body, messages),
      );
      if (!values.consent) return captcha.check({ ...errors, consent: t('notice.needed') });
      return captcha.check(errors);
    },
    send: (values) =>
      whenFree(() =>
        sendWithProof<Session>('/auth/register', registrationBody(values, captcha.body, cameBy)),
      ),
    onDone: signIn,
    onRefused: captcha.refresh,
    onWrong: steps.showWrong,
    draft: {
      form: 'registration',
      without: ['password', 'confirmPassword', 'phoneCode', 'consent', ...prefilledFields(asked)],
    },
  });
  return { form, captcha, steps, secondsLeft };
}

type RegistrationForm = ReturnType<typeof useRegistration>['form'];

function AccountFields({ form }: { form: RegistrationForm }) {
  const { t } = useTranslation();
  return (
    <FormGroup title={t('register.account')}>
      <EmailField autoComplete="email" className={page.whole} {...form.text('email')} />
      <PasswordField
        autoComplete="new-password"
        description={t('register.passwordHint')}
        label={t('login.password')}
        {...form.text('password')}
      />
      <PasswordField
        autoComplete="new-password"
        label={t('register.confirmPassword')}
        {...form.text('confirmPassword')}
      />
    </FormGroup>
  );
}

/** Consent with the privacy notice to read in place. */
function Consent({ form }: { form: RegistrationForm }) {
  const { t } = useTranslation();
  return (
    <div className={page.well}>
      <CheckField error={form.errors.consent} label={t('notice.agree')} {...form.toggle('consent')} />
      <details>
        <summary>{t('frame.notice')}</summary>
        <PrivacyNotice />
      </details>
    </div>
  );
}

/** Privacy fields, collapsed because most teachers hide nothing. */
export function PrivacyFields({ form }: { form: RegistrationForm }) {
  const { t } = useTranslation();
  const [isAsked, setIsAsked] = useState(false);
  const isShown = isAsked || privacyKeys.some((key) => form.values[key]);
  if (!isShown) return <Button onClick={() => setIsAsked(true)}>{t('register.choosePrivacy')}</Button>;
  return (
    <fieldset className={page.well} ref={isAsked ? focusIfLost : undefined} tabIndex={-1}>
      <legend>{t('register.privacy')}</legend>
      <p className={page.soft}>{t('register.privacyHint')}</p>
      {privacyKeys.map((key) => (
        <CheckField key={key} label={t(`hide.${key}`)} {...form.toggle(key)} />
      ))}
    </fieldset>
  );
}

/** Returns the state of requesting a code to the phone number. The code is offered on a press, or if another account has the number. */
function usePhoneClaim(form: RegistrationForm, captcha: CaptchaState) {
  const asking = useAction(
    () =>
      sendWithProof<PhoneCodeSent>('/auth/phone-codes', {
        phone: typedPhone(form.values.phone),
        ...captcha.body,
      }),
    () => {
      captcha.refresh();
      setAgain(false);
    },
    captcha.refresh,
  );
  const [isWanted, setWanted] = useState(false);
  const [isAgain, setAgain] = useState(false);
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
    /** The code that was sent, unless another one is wanted. */
    sent: isAgain ? undefined : asking.data,
    wantAgain: () => setAgain(true),
    /** A code was requested before the security question was answered. */
    needsAnswer: isRefused && isUnanswered,
    offer: () => setWanted(true),
  };
}

interface PhoneClaimProps {
  form: RegistrationForm;
  claim: ReturnType<typeof usePhoneClaim>;
}

/** Button that offers a code to the phone. Renders nothing if the server cannot send codes. */
function PhoneProof({ claim: { isOffered, offer } }: Pick<PhoneClaimProps, 'claim'>) {
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

/** Requests a code to the phone, and then takes the code, which proves that the phone is the user's. */
function PhoneClaim({ form, claim: { asking, ask, isTaken, sent, wantAgain } }: PhoneClaimProps) {
  const { t } = useTranslation();
  return (
    <div className={page.stack}>
      {!sent && (
        <>
          {/* The button that offers a code is gone. */}
          <p ref={focusIfLost} tabIndex={-1}>
            {t(isTaken ? 'register.claimHint' : 'register.proveHint')}
          </p>
          <CallFailure error={asking.error} text={t('register.failed')} />
          {/* Another code is offered only after the time between two codes. */}
          <SendCodeButton isBusy={asking.isBusy} onClick={ask} sent={undefined}>
            {t('register.claim')}
          </SendCodeButton>
        </>
      )}
      <CodeSent sent={sent} />
      {sent && (
        <>
          {/* The button that sent the code is gone. */}
          <CodeField label={t('register.code')} ref={focusIfLost} {...form.text('phoneCode')} />
          <SendCodeButton kind="quiet" onClick={wantAgain} sent={sent}>
            {t('reset.codeAgain')}
          </SendCodeButton>
        </>
      )}
    </div>
  );
}

/** Step with the phone number. */
const PHONE_STEP = 1;

/** Registration form in three steps: places and teaching, person, login. The security check comes last, since it expires soon. */
export function RegisterForm() {
  const { t } = useTranslation();
  const { form, captcha, steps, secondsLeft } = useRegistration();
  const claim = usePhoneClaim(form, captcha);
  const isClaimHere = claim.isOffered && (steps.shown === PHONE_STEP || (claim.isTaken && steps.isLast));
  return (
    <Form form={sentByStep(form, steps)} onStart={prepareChecks}>
      {form.isRestored && steps.isFirst && (
        <p className={page.note} role="status">
          {t('register.draftRestored')}
        </p>
      )}
      {steps.isFirst && <p className={page.lead}>{t('register.lead')}</p>}
      <StepProgress steps={steps} />
      <FormStep at={0} steps={steps}>
        <WorkFields form={form} />
        <WishFields form={form} />
        <TeachingFields form={form} />
      </FormStep>
      <FormStep at={PHONE_STEP} steps={steps}>
        <YouFields form={form} />
        <PhoneProof claim={claim} />
      </FormStep>
      <FormStep at={2} steps={steps}>
        <AccountFields form={form} />
        <PrivacyFields form={form} />
      </FormStep>
      <FormFoot>
        {steps.isLast && <Consent form={form} />}
        {(steps.isLast || (isClaimHere && claim.sent === undefined)) && (
          <CaptchaCheck
            captcha={captcha}
            error={claim.needsAnswer ? t('captcha.first') : undefined}
            form={form}
          />
        )}
        {isClaimHere && <PhoneClaim claim={claim} form={form} />}
        <FreeMomentNote secondsLeft={secondsLeft} />
        <SubmitRow
          failed={t('register.failed')}
          form={form}
          isLarge
          texts={
            steps.isLast
              ? { submit: t('register.submit'), busy: t('register.submitting') }
              : { submit: t('form.goOn') }
          }
        >
          {!steps.isFirst && (
            <Button isLarge onClick={steps.goBack}>
              {t('form.goBack')}
            </Button>
          )}
        </SubmitRow>
      </FormFoot>
    </Form>
  );
}
