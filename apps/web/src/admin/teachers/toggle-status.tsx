import type { Account } from '@mutual-transfer/domain/accounts/user';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../platform/api/client.ts';
import { useAction } from '../../platform/api/use-action.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ActionFailure } from '../action-failure.tsx';
import { showChanged } from '../admin.queries.ts';
import type { TeacherActionProps } from './teacher-action.ts';

/** Dialog that opens or closes an account. */
export function ToggleStatus({ token, teacher, onClose, onDone }: TeacherActionProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { name, isActive } = teacher;
  const { run, isBusy, error } = useAction(
    () => callApi<{ user: Account }>(`/admin/users/${teacher._id}/toggle-status`, { method: 'PUT' }),
    ({ user }) => {
      onDone(t(user.isActive ? 'admin.activated' : 'admin.deactivated', { name }));
      return showChanged(client, token, user);
    },
  );
  const action = t(isActive ? 'admin.deactivate' : 'admin.activate');
  return (
    <ConfirmDialog
      isBusy={isBusy}
      isHarmless={!isActive}
      onClose={onClose}
      onConfirm={() => run(undefined)}
      text={t(isActive ? 'admin.deactivateText' : 'admin.activateText')}
      texts={{ confirm: isBusy ? t('admin.working') : action, cancel: t('admin.cancel') }}
      title={t(isActive ? 'admin.deactivateTitle' : 'admin.activateTitle', { name })}
    >
      {!isBusy && <ActionFailure error={error} text={t('admin.failedStatus')} />}
    </ConfirmDialog>
  );
}
