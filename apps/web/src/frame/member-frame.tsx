import { IconBell, IconHeartHandshake, IconUserCircle, IconUsersGroup, IconX } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useUnreadAlerts } from '../notices/notices.queries.ts';
import { deviceStorage } from '../platform/device-storage.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { useLogout } from '../platform/leaving.ts';
import { useMe } from '../platform/me.ts';
import { myRequestsPath, paths } from '../platform/paths.ts';
import { settled } from '../platform/register-service-worker.ts';
import type { StoredSession } from '../platform/session.ts';
import { untilLoaded } from '../platform/until-loaded.ts';
import { useAccess } from '../platform/use-access.ts';
import button from '../ui/button.module.css';
import card from '../ui/card.module.css';
import page from '../ui/page.module.css';
import header from './header.module.css';
import classes from './member-frame.module.css';
import { NavItem } from './nav-item.tsx';

/** Number of waiting items beside a link. Renders nothing for 0. */
export function Badge({ count, text }: { count: number; text: (number: string) => string }) {
  const formats = useFormats();
  if (count === 0) return null;
  const number = formats.number(count);
  return (
    <>
      <span aria-hidden="true" className={classes.badge}>
        {number}
      </span>
      <span className="visually-hidden">({text(number)})</span>
    </>
  );
}

/** Number of unread alerts, for users who may read them. */
export function UnreadBadge({ userId }: { userId: string }) {
  const { t } = useTranslation();
  return <Badge count={useUnreadAlerts(userId)} text={(number) => t('navigation.unread', { number })} />;
}

/** Badge with the number of proposals that wait for an answer, for users who may read them. */
export function WaitingBadge() {
  const { t } = useTranslation();
  const mayRead = useAccess() === 'open';
  const count = useMe().data?.waiting?.proposals ?? 0;
  return <Badge count={mayRead ? count : 0} text={(number) => t('navigation.waiting', { number })} />;
}

export function MemberItems({ session, onFollow }: { session: StoredSession; onFollow: () => void }) {
  const { t } = useTranslation();
  const logout = useLogout();
  const leave = () => {
    onFollow();
    void logout();
  };
  return (
    <>
      <NavItem onFollow={onFollow} text={t('navigation.home')} to={paths.home} />
      <NavItem onFollow={onFollow} text={t('navigation.dashboard')} to={paths.dashboard} />
      {session.user.role !== 'admin' && (
        <NavItem onFollow={onFollow} text={t('navigation.newRequest')} to={paths.newRequest} />
      )}
      <NavItem onFollow={onFollow} text={t('navigation.viewRequests')} to={paths.viewRequests} />
      <NavItem onFollow={onFollow} text={t('navigation.where')} to={paths.where} />
      {session.user.role !== 'admin' && (
        <div className={classes.inBar}>
          <NavItem onFollow={onFollow} text={t('navigation.agreements')} to={paths.agreements}>
            <WaitingBadge />
          </NavItem>
        </div>
      )}
      <NavItem onFollow={onFollow} text={t('navigation.privacy')} to={paths.privacy} />
      {session.user.role === 'admin' && (
        <NavItem onFollow={onFollow} text={t('navigation.adminPanel')} to={paths.admin} />
      )}
      <button className={header.item} onClick={leave} type="button">
        {t('navigation.logout')}
      </button>
    </>
  );
}

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
  to: string;
  text: string;
  icon: ReactNode;
  /** Paths of other pages that belong to the tab. Pages below the tab's own path always do. */
  within?: readonly string[];
  children?: ReactNode;
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

/** User's name, a link to the account, and the bell of alerts. */
export function MemberTools({ session, onFollow }: { session: StoredSession; onFollow: () => void }) {
  const { t } = useTranslation();
  const { user } = session;
  return (
    <>
      <Link
        aria-label={t('navigation.account', { name: user.name })}
        className={`${header.item} ${classes.who}`}
        onClick={onFollow}
        to={paths.account}
      >
        <IconUserCircle aria-hidden="true" size={22} />
        <span className={classes.name}>{user.name}</span>
      </Link>
      {user.role !== 'admin' && (
        <Link className={`${button.icon} ${classes.bell}`} onClick={onFollow} to={paths.alerts}>
          <IconBell aria-hidden="true" size={22} />
          <span className="visually-hidden">{t('navigation.alerts')}</span>
          <UnreadBadge userId={user._id} />
        </Link>
      )}
    </>
  );
}

/** Loads after the page. */
const OfflinePanel = lazy(async () => {
  await settled();
  return untilLoaded(() => import('./offline-panel.tsx'));
});

/** Shows members the connection state, queued writes, and new versions. */
export function OfflinePart({ userId }: { userId: string }) {
  return (
    <Suspense>
      <OfflinePanel key={userId} />
    </Suspense>
  );
}

const NAME = 'closedAnnouncements';
const MOST = 20;

export function closedAnnouncements(): string[] {
  try {
    const stored: unknown = JSON.parse(deviceStorage.get(NAME) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Stores that an announcement was closed, and returns all that were. */
export function closeAnnouncement(id: string): string[] {
  const closed = [id, ...closedAnnouncements()].slice(0, MOST);
  deviceStorage.set(NAME, JSON.stringify(closed));
  return closed;
}

const LONGEST_LINE = 140;

/** Newest announcement that the teacher has not closed on this device. */
export function AnnouncementBanner() {
  const { t } = useTranslation();
  const [closed, setClosed] = useState(closedAnnouncements);
  const shown = useMe().data?.announcements.find(({ _id }) => !closed.includes(_id));
  if (shown === undefined) return null;
  return (
    <aside aria-label={t('frame.announcement')} className={`${page.note} ${classes.banner}`}>
      <Text key={shown._id} language={shown.language} text={shown.text} />
      <button
        aria-label={t('frame.closeAnnouncement')}
        className={button.icon}
        onClick={() => setClosed(closeAnnouncement(shown._id))}
        type="button"
      >
        <IconX aria-hidden="true" size={20} />
      </button>
    </aside>
  );
}

/** Text of the announcement, collapsed if it is long. */
function Text({ text, language }: { text: string; language: string }) {
  if (text.length <= LONGEST_LINE) {
    return (
      <p className={card.text} lang={language}>
        {text}
      </p>
    );
  }
  return (
    <details lang={language}>
      <summary>{`${text.slice(0, LONGEST_LINE)} …`}</summary>
      <p className={card.text}>{text}</p>
    </details>
  );
}
