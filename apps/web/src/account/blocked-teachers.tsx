import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshAgreements } from '../agreements/agreements.queries.ts';
import { CallFailure } from '../form/call-failure.tsx';
import { callApi } from '../platform/api/client.ts';
import { askAgain } from '../platform/api/queries.ts';
import { useAction } from '../platform/api/use-action.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { Button } from '../ui/button.tsx';
import page from '../ui/page.module.css';
import { FocusedNotice } from '../ui/states/focused-notice.tsx';
import { CardSkeletons } from '../ui/states/skeletons.tsx';
import { blocksQuery } from './account.queries.ts';

/** Lists blocked teachers, each with a button to unblock. */
export function BlockedTeachers({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const names = useNames();
  const formats = useFormats();
  const client = useQueryClient();
  const [notice, setNotice] = useState({ text: '' });
  const { data, isPending, error, refetch } = useQuery(blocksQuery(userId));
  const unblocking = useAction(
    (id: string) => callApi<{ message: string }>(`/blocks/${id}`, { method: 'DELETE' }),
    async ({ message }) => {
      refreshAgreements(client);
      await askAgain(client, 'blocks');
      setNotice({ text: message });
    },
  );
  return (
    <div className={page.stack}>
      <FocusedNotice notice={notice} />
      {isPending && <CardSkeletons label={t('common.loading')} />}
      <CallFailure error={error} onRetry={refetch} text={t('account.failedBlocks')} />
      <CallFailure error={unblocking.error} text={t('account.failedBlocks')} />
      {data?.length === 0 && <p className={page.soft}>{t('account.noBlocks')}</p>}
      <ul className={page.stack}>
        {data?.map(({ user, blockedAt }) => (
          <li className={page.row} key={user._id}>
            <div>
              <strong>{names.personal(user.name)}</strong>
              <p className={page.soft}>{t('account.blockedSince', { date: formats.date(blockedAt) })}</p>
            </div>
            <Button
              aria-label={`${t('account.unblock')}: ${names.personal(user.name)}`}
              isBusy={unblocking.isBusy}
              onClick={() => unblocking.run(user._id)}
            >
              {t('account.unblock')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
