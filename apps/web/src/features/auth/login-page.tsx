import { useTranslation } from '../../i18n/language.tsx';
import { paths } from '../../paths.ts';
import page from '../../ui/page.module.css';
import { PageTitle } from '../../ui/page-title.tsx';
import { LoginForm } from './login-form.tsx';
import { OtherWay } from './other-way.tsx';
import { SignedOutOnly } from './signed-out-only.tsx';

/** Where a teacher signs in. */
export default function LoginPage() {
  const { t } = useTranslation();
  return (
    <SignedOutOnly>
      <div className={`${page.page} ${page.small}`}>
        <PageTitle text={t('login.title')} />
        <div>
          <h1>{t('login.title')}</h1>
          <p className={page.lead}>{t('login.lead')}</p>
        </div>
        <LoginForm />
        <OtherWay question={t('login.noAccount')} text={t('login.register')} to={paths.register} />
      </div>
    </SignedOutOnly>
  );
}
