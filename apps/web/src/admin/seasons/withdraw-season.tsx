import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ConfirmAction } from '../../form/confirm-action.tsx';
import { callApi } from '../../platform/api/client.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { refreshSeasons } from '../admin.queries.ts';
import { sectionSearch } from '../sections/sections.ts';

/** Button that withdraws a season which is not open yet, after a confirmation. Opens the list of seasons afterwards. */
export function WithdrawSeason({ id }: { id: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  return (
    <div>
      <Button onClick={() => setAsked(true)}>{t('admin.seasons.withdraw')}</Button>
      {isAsked && (
        <ConfirmAction
          act={() => callApi(`/admin/seasons/${id}`, { method: 'DELETE' })}
          onClose={() => setAsked(false)}
          onDone={async () => {
            await navigate({ search: sectionSearch('seasons') }, { state: 'withdrawn' });
            await refreshSeasons(client);
          }}
          text={t('admin.seasons.withdrawText')}
          texts={{
            confirm: t('admin.seasons.withdraw'),
            cancel: t('admin.cancel'),
            failed: t('admin.failed'),
          }}
          title={t('admin.seasons.withdraw')}
        />
      )}
    </div>
  );
}
