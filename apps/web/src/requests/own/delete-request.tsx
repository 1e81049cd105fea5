import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { ApiError } from '../../platform/api/client.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Failure } from '../../ui/states/failure.tsx';
import { Ending } from './ending.tsx';
import { useRequestDeletion } from './use-request-deletion.ts';

interface DeleteRequestProps {
  readonly request: TransferRequest;
  readonly onNotice: (text: string) => void;
  readonly onClose: () => void;
}

export function DeleteRequest({ request, onNotice, onClose }: DeleteRequestProps) {
  const { t } = useTranslation();
  const deleting = useRequestDeletion(request, () => {
    onClose();
    onNotice(t('dashboard.deleted'));
  });
  return (
    <ConfirmDialog
      failure={
        deleting.error && <Failure text={lastingReason(deleting.error) ?? t('dashboard.deleteFailed')} />
      }
      isBusy={deleting.isBusy}
      onClose={onClose}
      onConfirm={() => deleting.run()}
      text={t('dashboard.deleteConfirm')}
      texts={{ confirm: t('dashboard.delete'), cancel: t('common.cancel') }}
      title={t('dashboard.delete')}
    >
      <Ending request={request} />
    </ConfirmDialog>
  );
}

const lasting = ['while_impersonating', 'request_in_agreement', 'request_is_record'];

/** Returns the message of the server if a retry cannot help. */
function lastingReason(error: Error): string | undefined {
  return error instanceof ApiError && lasting.includes(error.code) ? error.message : undefined;
}
