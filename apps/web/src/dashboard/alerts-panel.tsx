import type { ContactLimit } from '@mutual-transfer/domain/accounts/contact-views';
import { ALERTS_SHOWN } from '@mutual-transfer/domain/constants';
import type { Alert } from '@mutual-transfer/domain/notices/alert';
import { useState } from 'react';
import { Link } from 'react-router';
import { CallFailure } from '../form/call-failure.tsx';
import { AlertCards } from '../notices/alert-list.tsx';
import { useAlertChanges, useUnreadAlerts } from '../notices/notices.queries.ts';

import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { paths } from '../platform/paths.ts';
import button from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import page from '../ui/page.module.css';
import { Tag } from '../ui/tag.tsx';

interface AlertsPanelProps {
  alerts: readonly Alert[];
  contactLimit: ContactLimit;
  userId: string;
}

/** Number of alerts that show at once; the others are folded. */
const ALERTS_OPEN = 2;

/** Latest alerts, which can be collapsed, with a link to all of them. */
export function AlertsPanel({ alerts, contactLimit, userId }: AlertsPanelProps) {
  const { t } = useTranslation();
  const [isHidden, setHidden] = useState(false);
  const formats = useFormats();
  const { error, markRead, hide } = useAlertChanges(userId);
  const cards = { isFolded: true, contactLimit, onHide: hide, onRead: markRead };
  return (
    <section aria-labelledby="alerts" className={page.near}>
      <Head isEmpty={alerts.length === 0} isHidden={isHidden} onHide={setHidden} userId={userId} />
      {alerts.length === 0 && <p className={page.soft}>{t('alerts.none')}</p>}
      <CallFailure error={error} text={t('alerts.failedChange')} />
      {!isHidden && alerts.length > 0 && (
        <>
          <AlertCards {...cards} alerts={alerts.slice(0, ALERTS_OPEN)} />
          {alerts.length > ALERTS_OPEN && (
            <details>
              <summary>
                {t('common.further', { formatted: formats.number(alerts.length - ALERTS_OPEN) })}
              </summary>
              <AlertCards {...cards} alerts={alerts.slice(ALERTS_OPEN)} />
            </details>
          )}
        </>
      )}
      {alerts.length > 0 && (
        <div className={page.row}>
          {!isHidden && alerts.length === ALERTS_SHOWN && <p className={page.soft}>{t('alerts.latest')}</p>}
          <AllAlerts />
        </div>
      )}
    </section>
  );
}

interface HeadProps {
  userId: string;
  isEmpty: boolean;
  isHidden: boolean;
  onHide: (isHidden: boolean) => void;
}

/** Heading with the number of unread alerts, and the button that collapses the list, or the link if there is none. */
function Head({ userId, isEmpty, isHidden, onHide }: HeadProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const unread = useUnreadAlerts(userId);
  return (
    <div className={page.row}>
      <div className={page.chips}>
        <h2 id="alerts">{t('navigation.alerts')}</h2>
        {unread > 0 && <Tag tone="good">{t('alerts.new', { formatted: formats.number(unread) })}</Tag>}
      </div>
      {isEmpty ? (
        <AllAlerts />
      ) : (
        <Button
          aria-expanded={!isHidden}
          className={button.flush}
          kind="quiet"
          onClick={() => onHide(!isHidden)}
        >
          {t(isHidden ? 'alerts.unhideAll' : 'alerts.hideAll')}
        </Button>
      )}
    </div>
  );
}

function AllAlerts() {
  const { t } = useTranslation();
  return (
    <Link className={`${button.quiet} ${button.flush}`} to={paths.alerts}>
      {t('alerts.all')}
    </Link>
  );
}
