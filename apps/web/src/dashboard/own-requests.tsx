import { DASHBOARD_REQUESTS_SHOWN } from '@mutual-transfer/domain/constants';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { myRequestsPath } from '../platform/paths.ts';
import { NewRequestLink } from '../requests/new-request-link.tsx';
import { OwnRequestList } from '../requests/own/own-request-list.tsx';
import button from '../ui/button.module.css';
import page from '../ui/page.module.css';

/** Newest three requests of the user. The rest are shown on request, here or on the page of all of them. */
export function OwnRequests({ requests }: { requests: readonly TransferRequest[] }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="requests" className={page.near}>
      <div className={page.row}>
        <h2 id="requests">{t('dashboard.requests')}</h2>
        {requests.length === 0 && <NewRequestLink kind="soft" />}
      </div>
      {requests.length === 0 && <p className={page.soft}>{t('request.nonePosted')}</p>}
      <OwnRequestList first={DASHBOARD_REQUESTS_SHOWN} requests={requests} />
      {requests.length > 0 && (
        <div className={`${page.row} ${page.soft}`}>
          <Link className={`${button.quiet} ${button.flush}`} to={myRequestsPath}>
            {t('dashboard.viewAll', { count: requests.length })}
          </Link>
          <NewRequestLink kind="flush" />
        </div>
      )}
    </section>
  );
}
