import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '../../platform/api/client.ts';
import { useErrorText } from '../../platform/api/error-text.ts';
import { useAction } from '../../platform/api/use-action.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { refreshSeasons } from '../admin.queries.ts';
import { sectionSearch } from '../sections/admin-address.ts';

/** Button that withdraws a season which is not open yet, after a confirmation. Opens the list of seasons afterwards. */
export function WithdrawSeason({ id }: { id: string }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [isAsked, setAsked] = useState(false);
  const withdrawing = useWithdrawal(id);
  return (
    <div>
      <Button onClick={() => setAsked(true)}>{t('admin.seasons.withdraw')}</Button>
      {isAsked && (
        <ConfirmDialog
          failure={withdrawing.error === null ? undefined : errorText(withdrawing.error, t('admin.failed'))}
          isBusy={withdrawing.isBusy}
          onClose={() => setAsked(false)}
          onConfirm={() => withdrawing.run(undefined)}
          text={t('admin.seasons.withdrawText')}
          texts={{ confirm: t('admin.seasons.withdraw'), cancel: t('admin.cancel') }}
          title={t('admin.seasons.withdraw')}
        />
      )}
    </div>
  );
}

function useWithdrawal(id: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useAction(
    () => callApi(`/admin/seasons/${id}`, { method: 'DELETE' }),
    async () => {
      await navigate({ search: sectionSearch('seasons') }, { state: 'withdrawn' });
      await refreshSeasons(client);
    },
  );
}
