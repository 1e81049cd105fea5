import { DASHBOARD_REQUESTS_SHOWN } from '@mutual-transfer/domain/constants';
import type { TransferRequest } from '@mutual-transfer/domain/transfer-request';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../i18n/language.tsx';
import { OwnRequest } from '../../own-requests/own-request.tsx';
import { myRequestsPath, paths } from '../../paths.ts';
import { openRequests } from '../../people/privacy-words.ts';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import { Empty } from '../../ui/empty.tsx';
import { FocusedNotice } from '../../ui/focused-notice.tsx';
import page from '../../ui/page.module.css';

/** The newest three of one's requests, and what happened to them last. */
export function OwnRequests({ requests }: { requests: readonly TransferRequest[] }) {
  const { t } = useTranslation();
  const [notice, setNotice] = useState({ text: '' });
  const say = (text: string) => setNotice({ text });
  return (
    <section aria-labelledby="requests" className={page.section}>
      <div className={page.row}>
        <h2 id="requests">{t('dashboard.requests')}</h2>
        {requests.length > 0 && (
          <Link className={button.quiet} to={myRequestsPath}>
            {t('dashboard.viewAll', { count: requests.length })}
          </Link>
        )}
      </div>
      <FocusedNotice notice={notice} />
      {requests.length === 0 && (
        <Empty
          action={
            <Link className={button.main} to={paths.newRequest}>
              {t('dashboard.create')}
            </Link>
          }
          level={3}
          title={t('dashboard.noRequests')}
        />
      )}
      <ul className={card.stack}>
        {requests.slice(0, DASHBOARD_REQUESTS_SHOWN).map((request) => (
          <li key={request._id}>
            <OwnRequest onNotice={say} open={openRequests(requests)} request={request} />
          </li>
        ))}
      </ul>
    </section>
  );
}
