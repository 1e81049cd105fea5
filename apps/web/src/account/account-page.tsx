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
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { hasReceipt } from '../payments/payments.queries.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { accountPartPath, paths } from '../platform/paths.ts';
import { useMe } from '../platform/session/me.ts';
import { type StoredSession, useSession } from '../platform/session/session.ts';
import page from '../ui/page.module.css';
import { PageTitle } from '../ui/page-title.tsx';
import classes from './account.module.css';
import { type AccountPart, accountParts, partsOf } from './account-parts.ts';
import { RequestsPart } from './account-requests.tsx';

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
  if (session === null) return null;
  const isTeacher = session.user.role === 'teacher';
  return (
    <div className={`${page.page} ${page.narrow}`}>
      <PageTitle text={t('account.title')} />
      <div>
        <h1>{t('account.title')}</h1>
        <p className={page.lead}>{session.user.name}</p>
      </div>
      {isTeacher && <RequestsPart session={session} />}
      <nav aria-label={t('account.title')}>
        <ul className={page.rows}>
          {partsOf(isTeacher).map((part) => (
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
    </div>
  );
}

interface RowProps {
  readonly title: string;
  readonly to: string;
  readonly icon: ReactNode;
  readonly fact?: ReactNode;
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

/** Row of the receipt, if the teacher has paid. */
function ReceiptRow() {
  const { t } = useTranslation();
  const payment = useMe().data?.payment;
  if (payment === undefined || !hasReceipt(payment)) return null;
  return <Row icon={<IconReceipt />} title={t('account.receipt')} to={paths.receipt} />;
}
