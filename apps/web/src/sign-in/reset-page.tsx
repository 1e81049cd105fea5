import {
  passwordByCodeSchema,
  passwordByLinkSchema,
  passwordCodeRequestSchema,
  passwordLinkRequestSchema,
} from '@mutual-transfer/domain/accounts/password-link';
import type { PhoneCodeSent } from '@mutual-transfer/domain/accounts/phone-code';
import type { Confirmation } from '@mutual-transfer/domain/confirmation';
import { typedDigits, typedPhone } from '@mutual-transfer/domain/language/typed-values';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { CodeSent, SendCodeButton } from '../account/code-sent.tsx';
import { Form, SubmitRow } from '../form/form.tsx';
import type { TextBinding } from '../form/form-values.ts';
import { schemaErrors } from '../form/schema-errors.ts';
import { useForm } from '../form/use-form.ts';
import { hasStatus } from '../platform/client.ts';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { paths, resetByCodePath } from '../platform/paths.ts';
import { usePasswordResetChannels } from '../platform/support.queries.ts';
import { sendWithProof } from '../platform/with-proof.ts';
import { focusIfLost } from '../ui/element-refs.ts';
import { CodeField, EmailField, PasswordField, PhoneField } from '../ui/fields/text-fields.tsx';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { Failure } from '../ui/states.tsx';
import { CaptchaCheck, useCaptcha } from './captcha.tsx';
import { AlternativeLink } from './signed-out.tsx';
import { useTypedIdentifier } from './typed-identifier.ts';

type End = Parameters<typeof SubmitRow>[0];

interface NewPasswordPartProps {
  form: End['form'] & { text(name: 'newPassword'): TextBinding };
  /** Message if the password was not set, or a function that renders any refusal. */
  failed: End['failed'];
}

/** New password and the end of a form that sets it. */
function NewPasswordPart({ form, failed }: NewPasswordPartProps) {
  const { t } = useTranslation();
  return (
    <>
      <PasswordField
        autoComplete="new-password"
        description={t('register.passwordHint')}
        label={t('password.new')}
        {...form.text('newPassword')}
      />
      <SubmitRow failed={failed} form={form} texts={{ submit: t('reset.setPassword') }} />
    </>
  );
}

/** Destination of the code and the server's message. */
interface Sent extends PhoneCodeSent {
  phone: string;
}

interface ResetByCodeProps {
  /** Phone number typed at login. */
  typed: string;
}

/** Sets a new password by a code to a phone: requests the code, then sends it with the password. */
function ResetByCode({ typed }: ResetByCodeProps) {
  const { t } = useTranslation();
  const [sent, setSent] = useState<Sent>();
  const [isSet, setIsSet] = useState(false);
  if (isSet) return <PasswordSet />;
  return (
    <>
      {!sent && <p className={page.lead}>{t('reset.codeLead')}</p>}
      <div className={page.stack}>
        {!sent && <AskForm onSent={setSent} typed={typed} />}
        <CodeSent sent={sent} />
        {sent && (
          <PasswordByCodeForm
            key={sent.phone}
            onAgain={() => setSent(undefined)}
            onDone={() => setIsSet(true)}
            sent={sent}
          />
        )}
      </div>
    </>
  );
}

interface AskFormProps extends ResetByCodeProps {
  onSent: (sent: Sent) => void;
}

function AskForm({ onSent, typed }: AskFormProps) {
  const { t } = useTranslation();
  const messages = useMessages();
  const captcha = useCaptcha();
  const form = useForm({
    initial: { phone: typed },
    check: ({ phone }) =>
      captcha.check(
        schemaErrors(passwordCodeRequestSchema, { phone: typedPhone(phone), ...captcha.body }, messages),
      ),
    send: ({ phone }) => send<PhoneCodeSent>('POST', { phone: typedPhone(phone), ...captcha.body }),
    onDone: (answer, { phone }) => {
      captcha.refresh();
      onSent({ ...answer, phone: typedPhone(phone) });
    },
    onRefused: captcha.refresh,
  });
  return (
    <Form className={page.panel} form={form}>
      <PhoneField autoComplete="tel" {...form.text('phone')} />
      <CaptchaCheck captcha={captcha} form={form} />
      <SubmitRow failed={t('reset.codeFailed')} form={form} texts={{ submit: t('reset.sendCode') }} />
    </Form>
  );
}

interface PasswordByCodeFormProps {
  sent: Sent;
  /** Asks for another code, which makes the former one invalid. */
  onAgain: () => void;
  onDone: () => void;
}

function PasswordByCodeForm({ sent, onAgain, onDone }: PasswordByCodeFormProps) {
  const { phone } = sent;
  const { t } = useTranslation();
  const messages = useMessages();
  const bodyOf = ({ code, newPassword }: { code: string; newPassword: string }) => ({
    phone,
    code: typedDigits(code),
    newPassword,
  });
  const form = useForm({
    initial: { code: '', newPassword: '' },
    check: (values) => schemaErrors(passwordByCodeSchema, bodyOf(values), messages),
    send: (values) => send<Confirmation>('PUT', bodyOf(values)),
    onDone,
  });
  return (
    <Form className={page.panel} form={form}>
      <CodeField label={t('reset.code')} required {...form.text('code')} />
      <NewPasswordPart failed={t('reset.codeSetFailed')} form={form} />
      <SendCodeButton kind="quiet" onClick={onAgain} sent={sent}>
        {t('reset.codeAgain')}
      </SendCodeButton>
    </Form>
  );
}

function send<Answer>(method: 'POST' | 'PUT', body: object): Promise<Answer> {
  return sendWithProof<Answer>('/auth/password-codes', body, method);
}

/** Page that sets a new password by an emailed link, which it requests and receives, or by a code to a phone (`?by=code`). */
export default function ResetPage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const typed = useTypedIdentifier();
  const token = search.get('token');
  const isByCode = token === null && search.get('by') === 'code';
  const { sendsPasswordLinks, sendsPasswordCodes } = usePasswordResetChannels();
  return (
    <div className={`${page.page} ${page.small}`}>
      <PageTitle text={t('login.resetTitle')} />
      <h1>{t('login.resetTitle')}</h1>
      {isByCode && <ResetByCode typed={typed('phone')} />}
      {!isByCode &&
        (token === null ? <LinkForm typed={typed('email')} /> : <PasswordByLinkForm token={token} />)}
      {!isByCode && sendsPasswordCodes && (
        <AlternativeLink question="" text={t('login.resetByCode')} to={resetByCodePath} />
      )}
      {isByCode && sendsPasswordLinks && (
        <AlternativeLink question="" text={t('login.resetByLink')} to={paths.reset} />
      )}
      <AlternativeLink question="" text={t('login.title')} to={paths.login} />
    </div>
  );
}

/** Form that requests the link. `typed` is the email address typed at login. */
function LinkForm({ typed }: { typed: string }) {
  const { t } = useTranslation();
  const messages = useMessages();
  const captcha = useCaptcha();
  const form = useForm({
    initial: { email: typed },
    check: (values) =>
      captcha.check(schemaErrors(passwordLinkRequestSchema, { ...values, ...captcha.body }, messages)),
    send: (values) => sendPassword('POST', { ...values, ...captcha.body }),
    onDone: captcha.refresh,
    onRefused: captcha.refresh,
  });
  return (
    <>
      <p className={page.lead}>{t('reset.linkLead')}</p>
      <Form className={page.panel} form={form}>
        <EmailField autoComplete="username" {...form.text('email')} />
        <CaptchaCheck captcha={captcha} form={form} />
        <SubmitRow
          done={t('reset.linkSent')}
          failed={t('reset.linkFailed')}
          form={form}
          texts={{ submit: t('reset.sendLink') }}
        />
      </Form>
    </>
  );
}

function PasswordByLinkForm({ token }: { token: string }) {
  const { t } = useTranslation();
  const messages = useMessages();
  const form = useForm({
    initial: { newPassword: '' },
    check: (values) => schemaErrors(passwordByLinkSchema, { ...values, token }, messages),
    send: (values) => sendPassword('PUT', { ...values, token }),
    onDone: () => {},
  });
  if (form.isDone) return <PasswordSet />;
  return (
    <>
      <p className={page.lead}>{t('reset.newLead')}</p>
      <Form className={page.panel} form={form}>
        <NewPasswordPart
          failed={hasStatus(form.refusal, 404) ? () => <DeadLink /> : t('reset.setFailed')}
          form={form}
        />
      </Form>
    </>
  );
}

/** Replaces the form once the password is set. */
function PasswordSet() {
  const { t } = useTranslation();
  return (
    <p className={page.done} ref={focusIfLost} role="status" tabIndex={-1}>
      {t('reset.passwordSet')}
    </p>
  );
}

/** Failure of a link that was used, replaced or has expired, with the way to another one. */
function DeadLink() {
  const { t } = useTranslation();
  return (
    <Failure action={<Link to={paths.reset}>{t('login.resetByLink')}</Link>} text={t('reset.setFailed')} />
  );
}

function sendPassword(method: 'POST' | 'PUT', body: object): Promise<Confirmation> {
  return sendWithProof<Confirmation>('/auth/password-links', body, method);
}
