import type { Captcha } from '@mutual-transfer/domain/accounts/credentials';
import { appContext } from '../../platform/app-context.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { paths } from '../../platform/paths.ts';
import page from '../../ui/page.module.css';
import { PageTitle } from '../../ui/page-title.tsx';
import { AlternativeLink } from '../alternative-link.tsx';
import type { FirstCaptcha } from '../captcha/use-captcha.ts';
import { SignedOutOnly } from '../signed-out-only.tsx';
import type { Route } from './+types/login-page.ts';
import { LoginForm } from './login-form.tsx';

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
        <div>
          <h1>{t('login.title')}</h1>
          <p className={page.lead}>{t('login.lead')}</p>
        </div>
        <LoginForm captcha={loaderData} />
        <AlternativeLink question={t('login.noAccount')} text={t('login.register')} to={paths.register} />
      </div>
    </SignedOutOnly>
  );
}
