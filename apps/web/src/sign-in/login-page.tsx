import type { Captcha } from '@mutual-transfer/domain/accounts/security-check';
import type { Session } from '@mutual-transfer/domain/accounts/user';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Form, SubmitRow } from '../form/form.tsx';
import type { FieldErrors } from '../form/form-values.ts';
import { checkLazily, useForm } from '../form/use-form.ts';
import { appContext } from '../platform/app-context.ts';
import { ApiError } from '../platform/client.ts';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { paths, resetByCodePath } from '../platform/paths.ts';
import { signIn } from '../platform/start-session.ts';
import { usePasswordResetChannels, useSupportEmail } from '../platform/support.queries.ts';
import { sendWithProof } from '../platform/with-proof.ts';
import button from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PasswordField, TextField } from '../ui/fields/text-fields.tsx';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/login-page.ts';
import { CaptchaCheck, type FirstCaptcha, useCaptcha } from './captcha.tsx';
import { FreeMomentNote, useFreeMoment } from './free-moment.tsx';
import { loadChecks, prepareChecks } from './load-checks.ts';
import { AlternativeLink, SignedOutOnly } from './signed-out.tsx';
import { stateWith } from './typed-identifier.ts';

/** Sends a login. Returns the token of the second step instead of a session for an account with a second factor. */
function sendLogin(body: object): Promise<Session | { factorToken: string }> {
  return sendWithProof<Session>('/auth/login', body).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.factorToken === undefined) throw error;
    return { factorToken: error.factorToken };
  });
}

/** Returns the login form. A failed login resets only the answer to the security check, which it used up. */
function useLogin(first: FirstCaptcha | null, onFactor: (factorToken: string) => void) {
  const messages = useMessages();
  const captcha = useCaptcha(first);
  const { whenFree, secondsLeft } = useFreeMoment();
  const form = useForm({
    initial: { email: '', password: '' },
    check: async (values) => {
      const body = { ...values, ...captcha.body };
      return captcha.check(await checkLazily(loadChecks, ({ loginErrors }) => loginErrors(body, messages)));
    },
    send: (values) => whenFree(() => sendLogin({ ...values, ...captcha.body })),
    onDone: (answer) => ('factorToken' in answer ? onFactor(answer.factorToken) : signIn(answer)),
    onRefused: captcha.refresh,
  });
  return { form, captcha, secondsLeft };
}

/** The password, then the code of an account with a second factor. */
export function LoginForm({ captcha }: { captcha: FirstCaptcha | null }) {
  const [factorToken, setFactorToken] = useState<string>();
  return factorToken === undefined ? (
    <PasswordStep captcha={captcha} onFactor={setFactorToken} />
  ) : (
    <FactorStep factorToken={factorToken} onExpired={() => setFactorToken(undefined)} />
  );
}

function FactorStep({ factorToken, onExpired }: { factorToken: string; onExpired: () => void }) {
  const { t } = useTranslation();
  const messages = useMessages();
  const form = useForm({
    initial: { code: '' },
    check: ({ code }): FieldErrors => (code.trim() === '' ? { code: messages('field.required') } : {}),
    send: ({ code }) => sendWithProof<Session>('/auth/factor', { factorToken, code }),
    onDone: signIn,
  });
  return (
    <Form className={page.panel} form={form}>
      <TextField
        autoComplete="one-time-code"
        autoFocus
        description={t('login.codeHint')}
        label={t('login.code')}
        required
        {...form.text('code')}
      />
      <SubmitRow
        failed={t('login.failed')}
        form={form}
        isLarge
        texts={{ submit: t('login.submit'), busy: t('login.submitting') }}
      >
        <Button kind="quiet" onClick={onExpired}>
          {t('login.back')}
        </Button>
      </SubmitRow>
    </Form>
  );
}

interface PasswordStepProps {
  captcha: FirstCaptcha | null;
  onFactor: (factorToken: string) => void;
}

function PasswordStep({ captcha: first, onFactor }: PasswordStepProps) {
  const { t } = useTranslation();
  const { form, captcha, secondsLeft } = useLogin(first, onFactor);
  return (
    <Form className={page.panel} form={form} onStart={prepareChecks}>
      <TextField
        autoCapitalize="none"
        autoComplete="username"
        inputMode="email"
        label={t('login.identifier')}
        required
        spellCheck={false}
        {...form.text('email')}
      />
      <div>
        <PasswordField
          autoComplete="current-password"
          label={t('login.password')}
          {...form.text('password')}
        />
        <ForgotPassword email={form.values.email} onWrongEmail={(email) => form.refuse({ email })} />
      </div>
      <CaptchaCheck captcha={captcha} form={form} />
      <FreeMomentNote secondsLeft={secondsLeft} />
      <SubmitRow
        failed={t('login.failed')}
        form={form}
        isLarge
        texts={{ submit: t('login.submit'), busy: t('login.submitting') }}
      />
    </Form>
  );
}

/** Returns the `mailto:` URL of a draft. */
export function mailDraft(to: string, subject: string, body: string): string {
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

interface ForgotPasswordProps {
  email: string;
  onWrongEmail: (sentence: string) => void;
}

/**
 * Offers the ways to a new password, first the one that fits what was typed: a code for a phone number, a link for an email address. If
 * neither can be sent, opens an email to the administrator at once, and shows how long that may take. Does not depend on whether an
 * account exists.
 */
export function ForgotPassword({ email, onWrongEmail }: ForgotPasswordProps) {
  const { t } = useTranslation();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const [isForPhone, setForPhone] = useState(false);
  const { state } = useLocation();
  const supportEmail = useSupportEmail();
  const { sendsPasswordLinks, sendsPasswordCodes } = usePasswordResetChannels();
  const byCode = { to: resetByCodePath, text: t('login.resetByCode'), isOpen: sendsPasswordCodes };
  const byLink = { to: paths.reset, text: t('login.resetByLink'), isOpen: sendsPasswordLinks };
  const instant = (isForPhone ? [byCode, byLink] : [byLink, byCode]).filter(({ isOpen }) => isOpen);
  const next = stateWith(state, { identifier: email.trim(), isPhone: isForPhone });
  const draft = mailDraft(
    supportEmail,
    t('login.resetSubject'),
    t('login.resetBody', { email: email.trim() }),
  );
  const ask = async () => {
    if (email.trim() === '') return onWrongEmail(t('login.emailFirst'));
    const checks = await loadChecks().catch(() => undefined);
    if (checks?.isIdentifier(email) === false) return onWrongEmail(t('login.emailInvalid'));
    setForPhone(checks?.isPhone(email) ?? false);
    setDialogOpen(true);
    if (instant.length === 0) window.location.assign(draft);
  };
  return (
    <>
      <Button className={button.flush} kind="quiet" onClick={() => void ask()}>
        {t('login.forgot')}
      </Button>
      {isDialogOpen && (
        <Dialog onClose={() => setDialogOpen(false)} title={t('login.resetTitle')}>
          <div className={page.stack}>
            {instant.map(({ to, text }, index) => (
              <Link className={index === 0 ? button.main : button.soft} key={to} state={next} to={to}>
                {text}
              </Link>
            ))}
            <p>{t(instant.length > 0 ? 'login.resetLate' : 'login.resetText')}</p>
            <p className={page.soft}>{t('login.resetAddress', { address: supportEmail })}</p>
            <a className={instant.length > 0 ? button.soft : button.main} href={draft}>
              {t('login.resetOpen')}
            </a>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Loads the first security check on the server, so that the form can be filled in before any script loads. */
export async function loader({ context }: Route.LoaderArgs): Promise<FirstCaptcha | null> {
  const { api, language } = context.get(appContext);
  const { status, body } = await api('/api/auth/captcha').catch(() => ({ status: 503, body: null }));
  // A response with status 200 has this shape.
  return status === 200 ? { language, captcha: body as Captcha } : null;
}

/** Forbids caching: the token is single-use, so a reopened page needs a new one. */
export const headers = () => ({ 'cache-control': 'no-store' });

/** Returns `null`: in the browser `useCaptcha` fetches the checks. */
export async function clientLoader(): Promise<null> {
  return null;
}

export const shouldRevalidate = () => false;

export default function LoginPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  return (
    <SignedOutOnly>
      <div className={`${page.page} ${page.small}`}>
        <PageTitle text={t('login.title')} />
        <h1>{t('login.title')}</h1>
        <LoginForm captcha={loaderData} />
        <AlternativeLink question={t('login.noAccount')} text={t('login.register')} to={paths.register} />
      </div>
    </SignedOutOnly>
  );
}
