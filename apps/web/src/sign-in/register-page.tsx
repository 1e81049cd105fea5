import { useTranslation } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { RegisterForm } from './register-form.tsx';
import { AlternativeLink, SignedOutOnly } from './signed-out.tsx';

export default function RegisterPage() {
  const { t } = useTranslation();
  return (
    <SignedOutOnly>
      <div className={`${page.page} ${page.wide}`}>
        <PageTitle text={t('register.title')} />
        <h1>{t('register.title')}</h1>
        <RegisterForm />
        <AlternativeLink question={t('register.haveAccount')} text={t('login.title')} to={paths.login} />
      </div>
    </SignedOutOnly>
  );
}
