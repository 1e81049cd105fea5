import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { IconArchive } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../platform/api/client.ts';
import { useErrorText } from '../platform/api/error-text.ts';
import { refreshOwn } from '../platform/api/queries.ts';
import { useAction } from '../platform/api/use-action.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';

interface HideRequestProps {
  readonly request: TransferRequest;
  /** Name of the button, with its request. */
  readonly label: string;
  readonly onNotice: (text: string) => void;
}

/** Button that takes a completed swap out of the user's list. It stays as a record, so it is not deleted. */
export function HideRequest({ request: { _id, can }, label, onNotice }: HideRequestProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const client = useQueryClient();
  const hiding = useAction(
    () => callApi(`/requests/${_id}/hidden`, { method: 'PATCH', body: { hidden: true } }),
    () => {
      onNotice(t('dashboard.hidden'));
      refreshOwn(client);
    },
  );
  if (!can?.hide) return null;
  return (
    <>
      <Button aria-label={label} isBusy={hiding.isBusy} kind="quiet" onClick={() => hiding.run(undefined)}>
        <IconArchive aria-hidden="true" size={18} />
        {t('dashboard.hide')}
      </Button>
      {hiding.error !== null && <Failure text={errorText(hiding.error, t('dashboard.stepFailed'))} />}
    </>
  );
}
