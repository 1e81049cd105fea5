import { IconBell, IconHeartHandshake, IconUserCircle, IconUsersGroup } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { myRequestsPath, paths } from '../../platform/paths.ts';
import classes from './member-frame.module.css';
import { UnreadBadge } from './unread-badge.tsx';
import { WaitingBadge } from './waiting-badge.tsx';

const ofRequests = [paths.home, paths.viewRequests, paths.dashboard, paths.newRequest, paths.where];
const ofAccount = [paths.receipt, paths.payment, paths.privacy];

/** Navigation bar of a teacher's most used pages at the bottom of a phone. */
export function MemberBar({ userId }: { userId: string }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('navigation.bar')} className={classes.bar}>
      <div className={classes.items}>
        <Item
          icon={<IconHeartHandshake />}
          text={t('navigation.matches')}
          to={myRequestsPath}
          within={ofRequests}
        />
        <Item icon={<IconUsersGroup />} text={t('navigation.agreementsShort')} to={paths.agreements}>
          <WaitingBadge />
        </Item>
        <Item icon={<IconBell />} text={t('navigation.alerts')} to={paths.alerts}>
          <UnreadBadge userId={userId} />
        </Item>
        <Item icon={<IconUserCircle />} text={t('navigation.me')} to={paths.account} within={ofAccount} />
      </div>
    </nav>
  );
}

interface ItemProps {
  readonly to: string;
  readonly text: string;
  readonly icon: ReactNode;
  /** Paths of other pages that belong to the tab. Pages below the tab's own path always do. */
  readonly within?: readonly string[];
  readonly children?: ReactNode;
}

function Item({ to, text, icon, within = [], children }: ItemProps) {
  const { pathname, search } = useLocation();
  const [path, query = ''] = to.split('?');
  const isCurrent = pathname === path && (query === '' || search.includes(query));
  const isWithin = [...(query === '' ? [path] : []), ...within].some(
    (start) => pathname === start || (start !== paths.home && pathname.startsWith(`${start}/`)),
  );
  return (
    <Link aria-current={isCurrent ? 'page' : isWithin || undefined} className={classes.item} to={to}>
      <span aria-hidden="true" className={classes.icon}>
        {icon}
      </span>
      <span className={classes.text}>{text}</span>
      {children}
    </Link>
  );
}
