import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { IconStar } from '@tabler/icons-react';
import { useTranslation } from '../../platform/i18n/language.tsx';
import page from '../../ui/page.module.css';
import { RequestChange } from './request-change.tsx';

interface RankRequestProps {
  readonly request: TransferRequest;
  /** Accessible name of the button: its text and the request. */
  readonly label: string;
  readonly onNotice: (text: string) => void;
}

/** Button that makes an active request the first choice of its teacher. Renders nothing for the first choice. */
export function RankRequest({ request: { _id, status, rank }, ...named }: RankRequestProps) {
  const { t } = useTranslation();
  if (status !== 'active' || rank === 1) return null;
  return (
    <RequestChange
      body={{ rank: 1 }}
      className={page.start}
      done={t('dashboard.ranked')}
      method="PUT"
      path={`/requests/${_id}/rank`}
      {...named}
    >
      <IconStar aria-hidden="true" size={18} />
      {t('dashboard.rank')}
    </RequestChange>
  );
}
