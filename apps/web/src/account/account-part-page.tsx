import type { Account } from '@mutual-transfer/domain/accounts/user';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { CallFailure } from '../form/call-failure.tsx';
import { Redirect } from '../navigation/redirect.tsx';
import { OwnNotices } from '../notices/notice-settings.tsx';
import { useTranslation } from '../platform/i18n/language.tsx';
import { paths } from '../platform/paths.ts';
import { profileQuery } from '../platform/profile.ts';
import { useFreshQuery } from '../platform/queries.ts';
import { type StoredSession, useSession } from '../platform/session.ts';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import { CardSkeletons } from '../ui/states.tsx';
import { type AccountPart, accountPart, accountParts } from './account-parts.ts';
import { DeletePart } from './delete-account.tsx';

import { OwnData } from './own-data.tsx';
import { BlockedTeachers, ContactSeen, HiddenRequests, OwnPrivacy } from './own-privacy.tsx';
import { OwnVerification } from './own-verification.tsx';
import { PasswordForm } from './password-form.tsx';

import { ProfileForm } from './profile-form.tsx';

export default function AccountPartPage() {
  const { t } = useTranslation();
  const session = useSession();
  const { part: name = '' } = useParams();
  if (session === null) return null;
  const part = accountPart(name, session.user.role === 'teacher');
  if (part === undefined) return <Redirect to={paths.account} />;
  const title = t(accountParts[part].title);
  return (
    <div className={`${page.page} ${part === 'profile' ? page.wide : page.narrow}`}>
      <PageTitle text={title} />
      <div>
        <Link to={paths.account}>{t('account.title')}</Link>
        <h1>{title}</h1>
      </div>
      {part === 'profile' ? (
        <OwnProfile session={session} />
      ) : (
        <section aria-label={title} className={page.panel}>
          <Content part={part} session={session} />
        </section>
      )}
    </div>
  );
}

function Content({ part, session }: { part: Exclude<AccountPart, 'profile'>; session: StoredSession }) {
  const userId = session.user._id;
  switch (part) {
    case 'password':
      return <PasswordForm token={session.token} />;
    case 'phone':
      return (
        <WithAccount userId={userId}>
          {(account) => <OwnVerification account={account} userId={userId} />}
        </WithAccount>
      );
    case 'privacy':
      return <Privacy userId={userId} />;
    case 'notices':
      return <OwnNotices userId={userId} />;
    case 'blocked':
      return <BlockedTeachers userId={userId} />;
    case 'data':
      return (
        <>
          <OwnData userId={userId} />
          <HiddenRequests userId={userId} />
        </>
      );
    case 'delete':
      return <DeletePart />;
  }
}

function Privacy({ userId }: { userId: string }) {
  const { t } = useTranslation();
  return (
    <div className={page.stack}>
      <WithAccount userId={userId}>
        {({ privacySettings }) => <OwnPrivacy settings={privacySettings} userId={userId} />}
      </WithAccount>
      <h2>{t('account.seenTitle')}</h2>
      <ContactSeen userId={userId} />
    </div>
  );
}

function OwnProfile({ session }: { session: StoredSession }) {
  const { t } = useTranslation();
  return (
    <>
      <p className={page.lead}>{t('account.lead')}</p>
      <WithAccount userId={session.user._id}>
        {(account) => <ProfileForm account={account} session={session} />}
      </WithAccount>
    </>
  );
}

/** Fetches the account before it renders the part, because the session has only the copy from the login. */
function WithAccount({ userId, children }: { userId: string; children: (account: Account) => ReactNode }) {
  const { t } = useTranslation();
  const { data, isPending, error, refetch } = useFreshQuery(profileQuery(userId));
  if (isPending) return <CardSkeletons />;
  if (data === undefined) {
    return <CallFailure error={error} onRetry={refetch} text={t('account.failedLoad')} />;
  }
  return children(data);
}
