import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useErrorText } from '../../api/error-text.ts';
import { profileQuery } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/language.tsx';
import { type KeptSession, useSession } from '../../session/session.ts';
import { Failure } from '../../ui/failure.tsx';
import page from '../../ui/page.module.css';
import { PageTitle } from '../../ui/page-title.tsx';
import { CardSkeletons } from '../../ui/skeletons.tsx';
import { BlockedTeachers } from './blocked-teachers.tsx';
import { ContactSeen } from './contact-seen.tsx';
import { OwnData } from './own-data.tsx';
import { OwnNotices } from './own-notices.tsx';
import { OwnPrivacy } from './own-privacy.tsx';
import { OwnVerification } from './own-verification.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { RequestsPart } from './requests-part.tsx';

/** One's own account: what it says, its password, and everything kept about oneself. */
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
      {session.user.role === 'teacher' && <RequestsPart session={session} />}
      {session.user.role === 'teacher' && <Profile session={session} />}
      <div className={page.columns}>
        {session.user.role === 'teacher' && <ProfileParts token={session.token} />}
        <Part id="password" title={t('account.password')}>
          <PasswordForm token={session.token} />
        </Part>
        <Part id="data" title={t('account.data')}>
          <OwnData token={session.token} />
        </Part>
        {session.user.role === 'teacher' && (
          <Part id="blocked" title={t('account.blocks')}>
            <BlockedTeachers token={session.token} />
          </Part>
        )}
      </div>
      {session.user.role === 'teacher' && (
        <Part id="notices" title={t('notices.title')}>
          <OwnNotices token={session.token} />
        </Part>
      )}
    </div>
  );
}

/** The form appears with the account as the server has it now, not as it was at the login. */
function Profile({ session }: { session: KeptSession }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const query = useQuery({ ...profileQuery(session.token), staleTime: 0 });
  if (query.isError && query.data === undefined) {
    const retry = () => void query.refetch();
    return <Failure onRetry={retry} text={errorText(query.error, t('account.failedLoad'))} />;
  }
  if (query.data === undefined) return <CardSkeletons label={t('common.loading')} />;
  return <ProfileForm account={query.data} session={session} />;
}

/** What goes with the profile, once it is there: short parts beside short ones. */
function ProfileParts({ token }: { token: string }) {
  const { t } = useTranslation();
  const { data: account } = useQuery(profileQuery(token));
  if (account === undefined) return null;
  return (
    <>
      <Part id="verification" title={t('account.verificationTitle')}>
        <OwnVerification account={account} token={token} />
      </Part>
      <Part id="seen" title={t('account.seenTitle')}>
        <ContactSeen token={token} />
      </Part>
      <Part id="privacy" title={t('account.privacyTitle')}>
        <OwnPrivacy settings={account.privacySettings} token={token} />
      </Part>
    </>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className={page.panel}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
