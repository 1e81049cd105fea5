import { passwordByLink, passwordLinkRequest } from '@mutual-transfer/domain/accounts/password-link';
import type { Confirmation } from '@mutual-transfer/domain/problem';
import { Link, useSearchParams } from 'react-router';
import { Form } from '../../form/form.tsx';
import { FormEnd } from '../../form/form-end.tsx';
import { schemaErrors } from '../../form/schema-errors.ts';
import { useForm } from '../../form/use-form.ts';
import { hasStatus } from '../../platform/api/client.ts';
import { usePasswordResetChannels } from '../../platform/api/support.queries.ts';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import { paths, resetByCodePath } from '../../platform/paths.ts';
import { EmailField } from '../../ui/fields/email-field.tsx';
import page from '../../ui/page.module.css';
import { PageTitle } from '../../ui/page-title.tsx';
import { Failure } from '../../ui/states/failure.tsx';
import { AlternativeLink } from '../alternative-link.tsx';
import { CaptchaCheck } from '../captcha/captcha-check.tsx';
import { useCaptcha } from '../captcha/use-captcha.ts';
import { sendWithProof } from '../captcha/with-proof.ts';
import { NewPasswordPart } from './new-password-part.tsx';
import { ResetByCode } from './reset-by-code.tsx';
import { useTypedIdentifier } from './typed-identifier.ts';

/** Page that sets a new password by an emailed link, which it requests and receives, or by a code to a phone (`?by=code`). */
export default function ResetPage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const typed = useTypedIdentifier();
  const token = search.get('token');
  const isByCode = token === null && search.get('by') === 'code';
  const { sendsPasswordLinks, sendsPasswordCodes } = usePasswordResetChannels();
  const lead = isByCode ? 'reset.codeLead' : token === null ? 'reset.linkLead' : 'reset.newLead';
  return (
    <div className={`${page.page} ${page.small}`}>
      <PageTitle text={t('login.resetTitle')} />
      <div>
        <h1>{t('login.resetTitle')}</h1>
        <p className={page.lead}>{t(lead)}</p>
      </div>
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
      captcha.check(schemaErrors(passwordLinkRequest, { ...values, ...captcha.body }, messages)),
    send: (values) => sendPassword('POST', { ...values, ...captcha.body }),
    onDone: captcha.refresh,
    onRefused: captcha.refresh,
  });
  return (
    <Form className={page.panel} form={form}>
      <EmailField autoComplete="username" {...form.text('email')} />
      <CaptchaCheck captcha={captcha} form={form} />
      <FormEnd
        done={t('reset.linkSent')}
        failed={t('reset.linkFailed')}
        form={form}
        texts={{ submit: t('reset.sendLink') }}
      />
    </Form>
  );
}

function PasswordByLinkForm({ token }: { token: string }) {
  const { t } = useTranslation();
  const messages = useMessages();
  const form = useForm({
    initial: { newPassword: '' },
    check: (values) => schemaErrors(passwordByLink, { ...values, token }, messages),
    send: (values) => sendPassword('PUT', { ...values, token }),
    onDone: () => {},
  });
  return (
    <Form className={page.panel} form={form}>
      <NewPasswordPart
        failed={hasStatus(form.refusal, 404) ? () => <DeadLink /> : t('reset.setFailed')}
        form={form}
      />
    </Form>
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
