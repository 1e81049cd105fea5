import {
  PASSWORD_CODE_DIGITS,
  passwordByCode,
  passwordCodeRequest,
} from '@mutual-transfer/domain/accounts/password-link';
import type { PhoneCodeSent } from '@mutual-transfer/domain/accounts/phone-code';
import type { Confirmation } from '@mutual-transfer/domain/problem';
import { useState } from 'react';
import { CodeSent } from '../../account/code-sent.tsx';
import { Form } from '../../form/form.tsx';
import { FormEnd } from '../../form/form-end.tsx';
import { latinDigits } from '../../form/latin-digits.ts';
import { schemaErrors } from '../../form/schema-errors.ts';
import { useForm } from '../../form/use-form.ts';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import { PhoneField } from '../../ui/fields/phone-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import page from '../../ui/page.module.css';
import { CaptchaCheck } from '../captcha/captcha-check.tsx';
import { useCaptcha } from '../captcha/use-captcha.ts';
import { sendWithProof } from '../captcha/with-proof.ts';
import { NewPasswordPart } from './new-password-part.tsx';

/** Destination of the code and the server's message. */
interface Sent extends PhoneCodeSent {
  readonly phone: string;
}

interface ResetByCodeProps {
  /** Phone number typed at login. */
  readonly typed: string;
}

/** Sets a new password by a code to a phone: requests the code, then sends it with the password. */
export function ResetByCode({ typed }: ResetByCodeProps) {
  const [sent, setSent] = useState<Sent>();
  return (
    <div className={page.stack}>
      <AskForm onSent={setSent} typed={typed} />
      <CodeSent sent={sent} />
      {sent && <PasswordByCodeForm key={sent.phone} phone={sent.phone} />}
    </div>
  );
}

interface AskFormProps extends ResetByCodeProps {
  readonly onSent: (sent: Sent) => void;
}

function AskForm({ onSent, typed }: AskFormProps) {
  const { t } = useTranslation();
  const messages = useMessages();
  const captcha = useCaptcha();
  const form = useForm({
    initial: { phone: typed },
    check: ({ phone }) =>
      captcha.check(
        schemaErrors(passwordCodeRequest, { phone: latinDigits(phone), ...captcha.body }, messages),
      ),
    send: ({ phone }) => send<PhoneCodeSent>('POST', { phone: latinDigits(phone), ...captcha.body }),
    onDone: (answer, { phone }) => {
      captcha.refresh();
      onSent({ ...answer, phone: latinDigits(phone) });
    },
    onRefused: captcha.refresh,
  });
  return (
    <Form className={page.panel} form={form}>
      <PhoneField autoComplete="tel" {...form.text('phone')} />
      <CaptchaCheck captcha={captcha} form={form} />
      <FormEnd failed={t('reset.codeFailed')} form={form} texts={{ submit: t('reset.sendCode') }} />
    </Form>
  );
}

function PasswordByCodeForm({ phone }: Pick<Sent, 'phone'>) {
  const { t } = useTranslation();
  const messages = useMessages();
  const bodyOf = ({ code, newPassword }: { code: string; newPassword: string }) => ({
    phone,
    code: latinDigits(code.trim()),
    newPassword,
  });
  const form = useForm({
    initial: { code: '', newPassword: '' },
    check: (values) => schemaErrors(passwordByCode, bodyOf(values), messages),
    send: (values) => send<Confirmation>('PUT', bodyOf(values)),
    onDone: () => {},
  });
  return (
    <Form className={page.panel} form={form}>
      <TextField
        autoComplete="one-time-code"
        inputMode="numeric"
        label={t('reset.code')}
        maxLength={PASSWORD_CODE_DIGITS}
        required
        {...form.text('code')}
      />
      <NewPasswordPart failed={t('reset.codeSetFailed')} form={form} />
    </Form>
  );
}

function send<Answer>(method: 'POST' | 'PUT', body: object): Promise<Answer> {
  return sendWithProof<Answer>('/auth/password-codes', body, method);
}
