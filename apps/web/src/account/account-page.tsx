import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';
import { OwnNotices } from '../notices/notice-settings.tsx';
import { useErrorText } from '../platform/api/error-text.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { type KeptSession, useSession } from '../platform/session/session.ts';
import { Failure } from '../ui/failure.tsx';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { CardSkeletons } from '../ui/skeletons.tsx';
import { profileQuery } from './account.queries.ts';
import { AccountContents, contents } from './account-contents.tsx';
import { RequestsPart } from './account-requests.tsx';
import { BlockedTeachers } from './blocked-teachers.tsx';
import { ContactSeen } from './contact-seen.tsx';
import { OwnData } from './own-data.tsx';
import { OwnPrivacy } from './own-privacy.tsx';
import { OwnVerification } from './own-verification.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';

/** The user's own account: profile, password, notices, privacy and stored data. */
export default function AccountPage() {
  const { t } = useTranslation();
  const session = useSession();
  if (session === null) return null;
  return (
    <div className={`${page.page} ${page.wide}`}>
      <PageTitle text={t('account.title')} />
      <div>
        <h1>{t('account.title')}</h1>
        <p className={page.lead}>{t('account.lead')}</p>
      </div>
      {session.user.role === 'teacher' ? (
        <TeacherParts session={session} />
      ) : (
        <div className={page.columns}>
          <CommonParts token={session.token} />
        </div>
      )}
    </div>
  );
}

/** Refetches the account first: the session holds the copy of the login. */
function TeacherParts({ session }: { session: KeptSession }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { token } = session;
  const { data: account, isPending, error, refetch } = useQuery({ ...profileQuery(token), staleTime: 0 });
  useSectionOfAddress(!isPending);
  if (isPending) return <CardSkeletons label={t('common.loading')} />;
  return (
    <div className={page.page}>
      <AccountContents isPaid={account?.isPaid ?? false} />
      <RequestsPart session={session} />
      {account ? (
        <ProfileForm account={account} session={session} />
      ) : (
        <Failure onRetry={() => void refetch()} text={errorText(error, t('account.failedLoad'))} />
      )}
      <div className={page.columns}>
        {account && (
          <>
            <Part id="verification">
              <OwnVerification account={account} token={token} />
            </Part>
            <Part id="seen">
              <ContactSeen token={token} />
            </Part>
            <Part id="privacy">
              <OwnPrivacy settings={account.privacySettings} token={token} />
            </Part>
          </>
        )}
        <CommonParts token={token} />
        <Part id="blocked">
          <BlockedTeachers token={token} />
        </Part>
      </div>
      <Part id="notices">
        <OwnNotices token={token} />
      </Part>
    </div>
  );
}

/** Sections shared by accounts of teachers and administrators. */
function CommonParts({ token }: { token: string }) {
  return (
    <>
      <Part id="password">
        <PasswordForm token={token} />
      </Part>
      <Part id="data">
        <OwnData />
      </Part>
    </>
  );
}

/** Scrolls to the section of the URL fragment and focuses it after rendering. Browsers look for it earlier, before it exists. */
function useSectionOfAddress(isRendered: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    const title = isRendered ? document.getElementById(hash.slice(1)) : null;
    title?.scrollIntoView();
    title?.focus({ preventScroll: true });
  }, [hash, isRendered]);
}

function Part({ id, children }: { id: keyof typeof contents; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby={id} className={page.panel}>
      <h2 id={id} tabIndex={-1}>
        {t(contents[id])}
      </h2>
      {children}
    </section>
  );
}
