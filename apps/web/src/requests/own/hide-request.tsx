import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { IconArchive } from '@tabler/icons-react';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { RequestChange } from './request-change.tsx';

interface HideRequestProps {
  readonly request: TransferRequest;
  /** Accessible name of the button: its text and the request. */
  readonly label: string;
  readonly onNotice: (text: string) => void;
}

/** Button that takes a completed swap out of the user's list. It stays as a record, so it is not deleted. */
export function HideRequest({ request: { _id, can }, ...named }: HideRequestProps) {
  const { t } = useTranslation();
  if (!can?.hide) return null;
  return (
    <RequestChange
      body={{ hidden: true }}
      done={t('dashboard.hidden')}
      kind="quiet"
      method="PATCH"
      path={`/requests/${_id}/hidden`}
      {...named}
    >
      <IconArchive aria-hidden="true" size={18} />
      {t('dashboard.hide')}
    </RequestChange>
  );
}
