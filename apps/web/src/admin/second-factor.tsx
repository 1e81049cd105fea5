import type { FactorOn, FactorSecret } from '@mutual-transfer/domain/accounts/second-factor';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Form, SubmitRow } from '../form/form.tsx';
import type { FieldErrors } from '../form/form-values.ts';
import { useForm } from '../form/use-form.ts';
import { callApi } from '../platform/client.ts';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { type StoredSession, updateUser } from '../platform/session.ts';
import { Button } from '../ui/button.tsx';
import card from '../ui/card.module.css';
import { PasswordField, TextField } from '../ui/fields/text-fields.tsx';
import page from '../ui/page.module.css';
import classes from './admin.module.css';
import { ActionFailure } from './list/query-state.tsx';

type Step = 'password' | FactorSecret | FactorOn;

interface SecondFactorProps {
  session: StoredSession;
  /** Called while the recovery codes are shown, which are shown once. */
  onCodes?: (areShown: boolean) => void;
}

/** Second factor of the administrator's own sign-in: password, code of the app, recovery codes. */
export function SecondFactor({ session: { token, user }, onCodes }: SecondFactorProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [step, setStep] = useState<Step>('password');
  const [isEnding, setEnding] = useState(false);
  const { administration } = user;
  const isOn = administration?.hasSecondFactor === true;
  const setOn = (hasSecondFactor: boolean) => {
    if (administration) updateUser(token, { administration: { ...administration, hasSecondFactor } });
  };
  const take = (codes: FactorOn) => {
    onCodes?.(true);
    setStep(codes);
    setOn(true);
  };
  const end = () => {
    onCodes?.(false);
    setStep('password');
    setEnding(false);
    void client.invalidateQueries();
  };
  return (
    <section aria-labelledby="second-factor" className={card.card}>
      <h2 id="second-factor">{t('admin.factor.title')}</h2>
      {step === 'password' && (
        <>
          <p className={page.soft}>{t(isOn ? 'admin.factor.on' : 'admin.factor.off')}</p>
          <ProofForm
            isEnding={isEnding}
            isOn={isOn}
            key={`${isOn} ${isEnding}`}
            onDone={(secret) => {
              if (secret !== null) return setStep(secret);
              setOn(false);
              end();
            }}
          />
          {isOn && (
            <Button kind="quiet" onClick={() => setEnding(!isEnding)}>
              {t(isEnding ? 'admin.factor.again' : 'admin.factor.turnOff')}
            </Button>
          )}
        </>
      )}
      {step !== 'password' && 'secret' in step && <TurnOn onDone={take} secret={step} />}
      {step !== 'password' && 'recoveryCodes' in step && (
        <RecoveryCodes codes={step.recoveryCodes} onKept={end} />
      )}
    </section>
  );
}

interface StepProps<Answer> {
  onDone: (answer: Answer) => void;
}

interface ProofFormProps extends StepProps<FactorSecret | null> {
  isOn: boolean;
  /** True to turn the second factor off instead of setting it up. */
  isEnding: boolean;
}

/** Password, and a code of the present second factor, for a new secret or none. */
function ProofForm({ isOn, isEnding, onDone }: ProofFormProps) {
  const { t } = useTranslation();
  const messages = useMessages();
  const isMissing = (typed: string) => typed.trim() === '';
  const form = useForm({
    initial: { password: '', code: '' },
    check: ({ password, code }): FieldErrors => ({
      ...(isMissing(password) && { password: messages('field.required') }),
      ...(isOn && isMissing(code) && { code: messages('field.required') }),
    }),
    send: async ({ password, code }) => {
      const body = { password, ...(isOn ? { code } : {}) };
      if (!isEnding) return callApi<FactorSecret>('/auth/factors', { method: 'POST', body });
      await callApi('/auth/factors', { method: 'DELETE', body });
      return null;
    },
    onDone,
  });
  const submit = isEnding ? 'admin.factor.turnOff' : isOn ? 'admin.factor.again' : 'admin.factor.begin';
  return (
    <Form form={form}>
      <PasswordField
        autoComplete="current-password"
        label={t('password.current')}
        {...form.text('password')}
      />
      {isOn && (
        <TextField
          autoComplete="one-time-code"
          description={t('login.codeHint')}
          label={t('login.code')}
          required
          {...form.text('code')}
        />
      )}
      <SubmitRow
        failed={(error) => <ActionFailure error={error} text={t('admin.factor.failed')} />}
        form={form}
        kind="soft"
        texts={{ submit: t(submit), busy: t('admin.working') }}
      />
    </Form>
  );
}

function TurnOn({ secret, onDone }: StepProps<FactorOn> & { secret: FactorSecret }) {
  const { t } = useTranslation();
  const messages = useMessages();
  const form = useForm({
    initial: { code: '' },
    check: ({ code }): FieldErrors => (code.trim() === '' ? { code: messages('field.required') } : {}),
    send: ({ code }) => callApi<FactorOn>('/auth/factors', { method: 'POST', body: { code } }),
    onDone,
  });
  return (
    <Form form={form}>
      <p>{t('admin.factor.scan')}</p>
      <img
        alt={t('admin.factor.picture')}
        className={classes.qrCode}
        height={200}
        src={`data:image/svg+xml,${encodeURIComponent(secret.qrCode)}`}
        width={200}
      />
      <p className={`${page.soft} ${classes.secret}`}>
        {t('admin.factor.secret', { secret: secret.secret.replace(/(.{4})(?=.)/g, '$1 ') })}
      </p>
      <TextField
        autoComplete="one-time-code"
        inputMode="numeric"
        label={t('admin.factor.code')}
        required
        {...form.text('code')}
      />
      <SubmitRow
        failed={(error) => <ActionFailure error={error} text={t('admin.factor.failed')} />}
        form={form}
        texts={{ submit: t('admin.factor.turnOn'), busy: t('admin.working') }}
      />
    </Form>
  );
}

function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={page.stack}>
      <h3>{t('admin.factor.codes')}</h3>
      <p className={page.soft}>{t('admin.factor.codesText')}</p>
      <ul className={classes.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={page.buttons}>
        <Button onClick={onKept}>{t('admin.factor.kept')}</Button>
      </div>
    </div>
  );
}
