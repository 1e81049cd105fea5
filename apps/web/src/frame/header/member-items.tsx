import { useTranslation } from '../../platform/i18n/language.tsx';
import { paths } from '../../platform/paths.ts';
import type { StoredSession } from '../../platform/session/session.ts';
import { useLogout } from '../../platform/session/use-logout.ts';
import header from './header.module.css';
import { NavItem } from './nav-item.tsx';
import { WaitingBadge } from './waiting-badge.tsx';

/** Main navigation of a signed-in user. */
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
        <NavItem onFollow={onFollow} text={t('navigation.agreements')} to={paths.agreements}>
          <WaitingBadge />
        </NavItem>
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
