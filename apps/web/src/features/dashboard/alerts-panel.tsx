import type { Alert } from '@mutual-transfer/domain/alert';
import { ALERTS_SHOWN } from '@mutual-transfer/domain/constants';
import { useState } from 'react';
import { useErrorText } from '../../api/error-text.ts';
import { useTranslation } from '../../i18n/language.tsx';
import { useFormats } from '../../i18n/names.ts';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import empty from '../../ui/empty.module.css';
import { Failure } from '../../ui/failure.tsx';
import page from '../../ui/page.module.css';
import { Tag } from '../../ui/tag.tsx';
import { AlertCard } from './alert-card.tsx';
import { useAlerts } from './use-alerts.ts';

/** How many older alerts each press brings. */
const ALERTS_ADDED = 20;

/** The latest alerts; the list can be put out of sight. */
export function AlertsPanel({ token }: { token: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const errorText = useErrorText();
  const [isHidden, setHidden] = useState(false);
  const { query, error, markRead, hide } = useAlerts(token);
  const alerts = query.data ?? [];
  const unread = alerts.filter((alert) => !alert.isRead && !alert.isHiddenForRecipient).length;
  return (
    <section aria-labelledby="alerts" className={page.section}>
      <div className={page.row}>
        <div className={page.chips}>
          <h2 id="alerts">{t('alerts.title')}</h2>
          {unread > 0 && <Tag tone="good">{t('alerts.new', { formatted: formats.number(unread) })}</Tag>}
        </div>
        {alerts.length > 0 && (
          <Button aria-expanded={!isHidden} kind="quiet" onClick={() => setHidden(!isHidden)}>
            {t(isHidden ? 'alerts.unhideAll' : 'alerts.hideAll')}
          </Button>
        )}
      </div>
      {query.isPending && <p className={card.soft}>{t('common.loading')}</p>}
      {query.isError && query.data === undefined && (
        <Failure onRetry={() => void query.refetch()} text={errorText(query.error, t('alerts.failed'))} />
      )}
      {query.data?.length === 0 && <p className={empty.empty}>{t('alerts.none')}</p>}
      {error && <Failure text={errorText(error, t('alerts.failedChange'))} />}
      {!isHidden && alerts.length > 0 && <Latest alerts={alerts} onHide={hide} onRead={markRead} />}
    </section>
  );
}

interface LatestProps {
  readonly alerts: readonly Alert[];
  readonly onHide: (id: string, isHidden: boolean) => void;
  readonly onRead: (id: string) => void;
}

/** The newest alerts, and older ones at a press. */
function Latest({ alerts, onHide, onRead }: LatestProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<number>(ALERTS_SHOWN);
  return (
    <>
      {shown === ALERTS_SHOWN && <p className={card.soft}>{t('alerts.latest')}</p>}
      <ul className={card.stack}>
        {alerts.slice(0, shown).map((alert) => (
          <li key={alert._id}>
            <AlertCard alert={alert} onHide={onHide} onRead={onRead} />
          </li>
        ))}
      </ul>
      {alerts.length > shown && (
        <Button className={page.start} onClick={() => setShown(shown + ALERTS_ADDED)}>
          {t('alerts.older')}
        </Button>
      )}
    </>
  );
}
