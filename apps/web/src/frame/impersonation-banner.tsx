import { useState } from 'react';
import { useTranslation } from '../platform/i18n/language.tsx';
import type { StoredUser } from '../platform/session.ts';
import { useImpersonation } from '../platform/use-impersonation.ts';
import { Button } from '../ui/button.tsx';
import page from '../ui/page.module.css';
import classes from './impersonation-banner.module.css';

/** Banner that shows which teacher an administrator views the product as, with a way back. Other users never download it. */
export default function ImpersonationBanner({ user }: { user: StoredUser }) {
  const { t } = useTranslation();
  const { end } = useImpersonation();
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    void end().finally(() => setLeaving(false));
  };
  return (
    <aside aria-label={t('impersonation.title')} className={classes.banner}>
      <div className={`${page.row} ${classes.inside}`}>
        <div className={classes.text}>
          <p>
            <strong>{t('impersonation.title')}</strong>{' '}
            {t('impersonation.who', { user: user.name, admin: user.impersonatedBy?.name ?? '' })}
          </p>
          <p>{t('impersonation.notice')}</p>
        </div>
        <Button disabled={isLeaving} onClick={leave}>
          {t('impersonation.return')}
        </Button>
      </div>
    </aside>
  );
}
