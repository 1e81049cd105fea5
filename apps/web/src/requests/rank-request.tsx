import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { IconStar } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../platform/api/client.ts';
import { useErrorText } from '../platform/api/error-text.ts';
import { refreshOwn } from '../platform/api/queries.ts';
import { useAction } from '../platform/api/use-action.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import page from '../ui/page.module.css';

interface RankRequestProps {
  readonly request: TransferRequest;
  /** Name of the button, with its request. */
  readonly label: string;
  readonly onNotice: (text: string) => void;
}

/** Button that makes an active request the first choice of its teacher. Renders nothing for the first choice. */
export function RankRequest({ request: { _id, status, rank }, label, onNotice }: RankRequestProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const client = useQueryClient();
  const ranking = useAction(
    () => callApi(`/requests/${_id}/rank`, { method: 'PUT', body: { rank: 1 } }),
    () => {
      onNotice(t('dashboard.ranked'));
      refreshOwn(client);
    },
  );
  if (status !== 'active' || rank === 1) return null;
  return (
    <>
      <Button
        aria-label={label}
        className={page.start}
        isBusy={ranking.isBusy}
        onClick={() => ranking.run(undefined)}
      >
        <IconStar aria-hidden="true" size={18} />
        {t('dashboard.rank')}
      </Button>
      {ranking.error !== null && <Failure text={errorText(ranking.error, t('dashboard.stepFailed'))} />}
    </>
  );
}
