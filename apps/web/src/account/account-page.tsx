import {
  IconBan,
  IconBell,
  IconChevronRight,
  IconDatabase,
  IconEyeOff,
  IconId,
  IconLock,
  IconPhone,
  IconReceipt,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CallFailure } from '../form/call-failure.tsx';
import { LanguageSwitch } from '../navigation/language-switch.tsx';
import { EmailStatus } from '../notices/email-status.tsx';
import { hasReceipt } from '../payments/payments.queries.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { useLogout } from '../platform/leaving.ts';
import { useMe } from '../platform/me.ts';
import { accountPartPath, paths } from '../platform/paths.ts';
import { type StoredSession, useSession } from '../platform/session.ts';
import { useAccess, useIsUnpaid } from '../platform/use-access.ts';
import { OwnRequestList } from '../requests/own-request.tsx';
import { myRequestsQuery } from '../requests/requests.queries.ts';
import { Button } from '../ui/button.tsx';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import classes from './account.module.css';
import { type AccountPart, accountParts, accountPartsFor } from './account-parts.ts';

/** Requests of a teacher who has not paid. The dashboard is closed to them, but they can hide, withdraw and delete their requests. */
function RequestsPart({ session }: { session: StoredSession }) {
  const { t } = useTranslation();
  const access = useAccess();
  const isUnpaid = useIsUnpaid();
  const isNeeded = isUnpaid || access === 'unverified';
  const query = useQuery({ ...myRequestsQuery(session.user._id), enabled: isNeeded });
  if (!isNeeded || query.isPending || query.data?.length === 0) return null;
  return (
    <section aria-labelledby="own-requests" className={page.section}>
      <h2 id="own-requests">{t('privacy.requests')}</h2>
      <p className={page.lead}>{t('account.requestsHint')}</p>
      {query.data && <OwnRequestList requests={query.data} />}
      <CallFailure error={query.error} onRetry={query.refetch} text={t('browse.failedMine')} />
    </section>
  );
}

const icons: Record<AccountPart, ReactNode> = {
  profile: <IconId />,
  password: <IconLock />,
  phone: <IconPhone />,
  privacy: <IconEyeOff />,
  notices: <IconBell />,
  blocked: <IconBan />,
  data: <IconDatabase />,
  delete: <IconTrash />,
};

/** The user's own account as a list of rows, each of which opens its page. */
export default function AccountPage() {
  const { t } = useTranslation();
  const session = useSession();
  const logout = useLogout();
  if (session === null) return null;
  const isTeacher = session.user.role === 'teacher';
  return (
    <div className={`${page.page} ${page.narrow}`}>
      <PageTitle text={t('account.title')} />
      <div>
        <h1>{t('account.title')}</h1>
        <p className={page.lead}>{session.user.name}</p>
      </div>
      {isTeacher && <EmailStatus email={session.user.email} userId={session.user._id} />}
      {isTeacher && <RequestsPart session={session} />}
      <nav aria-label={t('account.title')}>
        <ul className={page.rows}>
          {accountPartsFor(isTeacher).map((part) => (
            <Row
              fact={<Fact part={part} session={session} />}
              icon={icons[part]}
              key={part}
              title={t(accountParts[part].title)}
              to={accountPartPath(part)}
            />
          ))}
          <ReceiptRow />
        </ul>
      </nav>
      <div className={`${page.row} ${classes.foot}`}>
        <LanguageSwitch />
        <Button onClick={() => void logout()}>{t('navigation.logout')}</Button>
      </div>
    </div>
  );
}

interface RowProps {
  title: string;
  to: string;
  icon: ReactNode;
  fact?: ReactNode;
}

function Row({ title, to, icon, fact }: RowProps) {
  return (
    <li>
      <Link className={classes.row} to={to}>
        <span aria-hidden="true" className={classes.icon}>
          {icon}
        </span>
        <span className={classes.text}>
          <span>{title}</span>
          {fact}
        </span>
        <IconChevronRight aria-hidden="true" className={classes.chevron} size={20} />
      </Link>
    </li>
  );
}

/** Short summary of the page that a row opens, for parts whose summary needs no API call. */
function Fact({ part, session: { user } }: { part: AccountPart; session: StoredSession }) {
  const names = useNames();
  if (part === 'phone') return <span className={page.soft}>{user.phone}</span>;
  if (part !== 'profile' || !user.district || !user.postingBlock) return null;
  return <span className={page.soft}>{names.place(user.district, user.postingBlock)}</span>;
}

function ReceiptRow() {
  const { t } = useTranslation();
  const payment = useMe().data?.payment;
  if (payment === undefined || !hasReceipt(payment)) return null;
  return <Row icon={<IconReceipt />} title={t('account.receipt')} to={paths.receipt} />;
}
