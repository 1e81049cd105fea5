import type { Account } from '@mutual-transfer/domain/accounts/user';
import { statusToggle } from '@mutual-transfer/domain/administration/administration';
import type { EndingAgreements } from '@mutual-transfer/domain/administration/office-agreement';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FieldErrors } from '../../form/form-values.ts';
import { schemaErrors } from '../../form/schema-errors.ts';
import { useForm } from '../../form/use-form.ts';
import { callApi } from '../../platform/api/client.ts';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import { showChanged } from '../admin.queries.ts';
import { useMemberName } from '../agreements/use-member-name.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import type { TeacherActionProps } from './teacher-action.ts';

function endingsQuery(userId: string, id: string) {
  return queryOptions({
    queryKey: ['admin', userId, 'endings', id],
    queryFn: ({ signal }) => callApi<EndingAgreements>(`/admin/users/${id}/endings`, { signal }),
    staleTime: 0,
  });
}

/** Dialog that activates or deactivates an account. A deactivation needs a reason, and ends the agreements that the dialog lists. */
export function ToggleStatus({ userId, teacher, onClose, onDone }: TeacherActionProps) {
  const { t } = useTranslation();
  const nameOf = useMemberName();
  const messages = useMessages();
  const client = useQueryClient();
  const { _id, name, isActive } = teacher;
  const endings = useQuery({ ...endingsQuery(userId, _id), enabled: isActive });
  const form = useForm({
    initial: { reason: '' },
    check: (body): FieldErrors => (isActive ? schemaErrors(statusToggle, body, messages) : {}),
    send: ({ reason }) =>
      callApi<Account>(`/admin/users/${_id}/toggle-status`, {
        method: 'PUT',
        body: reason.trim() === '' ? {} : { reason },
      }),
    onDone: (user) => {
      onDone(t(user.isActive ? 'admin.activated' : 'admin.deactivated', { name }));
      return showChanged(client, userId, user);
    },
  });
  return (
    <ReasonDialog
      failed={t('admin.failedStatus')}
      form={form}
      hint={t('admin.viewAsReasonHint')}
      isReasonOptional={!isActive}
      kind={isActive ? 'grave' : 'main'}
      onClose={onClose}
      reason={form.text('reason')}
      submit={t(isActive ? 'admin.deactivate' : 'admin.activate')}
      title={t(isActive ? 'admin.deactivateTitle' : 'admin.activateTitle', { name })}
    >
      <p>{t(isActive ? 'admin.deactivateText' : 'admin.activateText')}</p>
      {endings.data && endings.data.agreements.length > 0 && (
        <>
          <p>{t('admin.endsWith')}</p>
          <ul>
            {endings.data.agreements.map((agreement) => (
              <li key={agreement._id}>
                {t('admin.agreements.named', { number: agreement.number })},{' '}
                {t(`agreements.state.${agreement.state}`)}: {agreement.members.map(nameOf).join(', ')}
              </li>
            ))}
          </ul>
        </>
      )}
    </ReasonDialog>
  );
}
