import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallFailure } from '../../form/call-failure.tsx';
import { callApi } from '../../platform/api/client.ts';
import { askAgain } from '../../platform/api/queries.ts';
import { useAction } from '../../platform/api/use-action.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats, useNames } from '../../platform/i18n/names.ts';
import { hiddenRequestsQuery } from '../../requests/requests.queries.ts';
import { Button } from '../../ui/button.tsx';
import page from '../../ui/page.module.css';
import { FocusedNotice } from '../../ui/states/focused-notice.tsx';

/** Lists the completed swaps that the user hid from their requests, each with a button to show it again. Renders nothing without any. */
export function HiddenRequests({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  const client = useQueryClient();
  const [notice, setNotice] = useState({ text: '' });
  const { data = [], error, isLoadingError, refetch } = useQuery(hiddenRequestsQuery(userId));
  const showing = useAction(
    (id: string) => callApi(`/requests/${id}/hidden`, { method: 'PATCH', body: { hidden: false } }),
    () => {
      void askAgain(client, 'my-requests', 'hidden-requests', 'requests');
      setNotice({ text: t('account.shownAgain') });
    },
  );
  if (data.length === 0 && notice.text === '' && !isLoadingError) return null;
  return (
    <section aria-labelledby="hidden-requests" className={page.stack}>
      <h2 id="hidden-requests">{t('account.hiddenRequests')}</h2>
      <FocusedNotice notice={notice} />
      <CallFailure error={isLoadingError && error} onRetry={refetch} text={t('browse.failedMine')} />
      <CallFailure error={showing.error} text={t('account.failedShowing')} />
      <ul className={page.stack}>
        {data.map(({ _id, desiredDistrict, desiredBlock, createdAt }) => {
          const place = names.place(desiredDistrict, desiredBlock);
          return (
            <li className={page.row} key={_id}>
              <div>
                <strong>{place}</strong>
                <p className={page.soft}>{t('browse.posted', { date: formats.date(createdAt) })}</p>
              </div>
              <Button
                aria-label={`${t('account.showAgain')}: ${place}`}
                isBusy={showing.isBusy}
                onClick={() => showing.run(_id)}
              >
                {t('account.showAgain')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
