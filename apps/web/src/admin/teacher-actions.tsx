import type { Account } from '@mutual-transfer/domain/accounts/user';
import {
  type Impersonation,
  statusToggleSchema,
} from '@mutual-transfer/domain/administration/administration';
import type { EndingAgreements } from '@mutual-transfer/domain/administration/office-agreement';
import { IMPERSONATION_REASON_MAXIMUM_LENGTH } from '@mutual-transfer/domain/constants';
import { IconEye, IconKey, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { FormDialog } from '../form/dialogs.tsx';
import type { FieldErrors } from '../form/form-values.ts';
import { isTooShort } from '../form/new-password-fields.tsx';
import { schemaErrors } from '../form/schema-errors.ts';
import { useForm } from '../form/use-form.ts';
import { callApi } from '../platform/client.ts';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { useImpersonation } from '../platform/use-impersonation.ts';
import { PasswordField } from '../ui/fields/text-fields.tsx';
import { showChanged } from './admin.queries.ts';
import { useMemberName } from './agreement-texts.ts';
import { ActionFailure } from './list/query-state.tsx';
import { RowMenu } from './list/row-menu.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

/** Action of an administrator on a teacher. */
export interface TeacherAction {
  kind: 'password' | 'status' | 'view';
  teacher: Account;
}

export interface TeacherActionProps {
  userId: string;
  teacher: Account;
  onClose: () => void;
  /** Closes the dialog and shows the message. */
  onDone: (text: string) => void;
}

/** Dialog that sets a teacher's password. Keeps the typed values after a failure. */
function ResetPassword({ teacher, onClose, onDone }: TeacherActionProps) {
  const { t } = useTranslation();
  const form = useForm({
    initial: { newPassword: '' },
    check: ({ newPassword }): FieldErrors =>
      isTooShort(newPassword) ? { newPassword: t('admin.passwordTooShort') } : {},
    send: (body) => callApi(`/admin/users/${teacher._id}/password`, { method: 'PUT', body }),
    onDone: () => onDone(t('admin.resetPasswordDone', { name: teacher.name })),
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('admin.resetPasswordOf', { name: teacher.name })}
      failed={(error) => <ActionFailure error={error} text={t('admin.failedUserPassword')} />}
      texts={{ submit: t('admin.resetPasswordSubmit'), cancel: t('admin.cancel') }}
    >
      <PasswordField
        autoComplete="new-password"
        data-autofocus
        description={t('admin.resetPasswordHint')}
        label={t('password.new')}
        {...form.text('newPassword')}
      />
    </FormDialog>
  );
}

function endingsQuery(userId: string, id: string) {
  return queryOptions({
    queryKey: ['admin', userId, 'endings', id],
    queryFn: ({ signal }) => callApi<EndingAgreements>(`/admin/users/${id}/endings`, { signal }),
    staleTime: 0,
  });
}

/** Dialog that activates or deactivates an account. A deactivation needs a reason, and ends the agreements that the dialog lists. */
function ToggleStatus({ userId, teacher, onClose, onDone }: TeacherActionProps) {
  const { t } = useTranslation();
  const nameOf = useMemberName();
  const messages = useMessages();
  const client = useQueryClient();
  const { _id, name, isActive } = teacher;
  const endings = useQuery({ ...endingsQuery(userId, _id), enabled: isActive });
  const form = useForm({
    initial: { reason: '' },
    check: (body): FieldErrors => (isActive ? schemaErrors(statusToggleSchema, body, messages) : {}),
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

/** Dialog before an administrator views the product as a teacher. The reason is optional. */
function ViewAs({ teacher, onClose }: TeacherActionProps) {
  const { t } = useTranslation();
  const { begin } = useImpersonation();
  const form = useForm({
    initial: { reason: '' },
    check: () => ({}),
    send: ({ reason }) =>
      callApi<Impersonation>(`/admin/impersonate/${teacher._id}`, {
        method: 'POST',
        body: reason.trim() === '' ? {} : { reason: reason.trim() },
      }),
    onDone: begin,
  });
  return (
    <ReasonDialog
      failed={t('admin.failedImpersonation')}
      form={form}
      hint={t('admin.viewAsReasonHint')}
      isReasonOptional
      maxLength={IMPERSONATION_REASON_MAXIMUM_LENGTH}
      onClose={onClose}
      reason={form.text('reason')}
      submit={t('admin.viewAs')}
      title={t('admin.viewAsTitle', { name: teacher.name })}
    >
      <p>{t('admin.viewAsText')}</p>
    </ReasonDialog>
  );
}

const dialogs: Record<TeacherAction['kind'], (props: TeacherActionProps) => React.ReactNode> = {
  password: ResetPassword,
  status: ToggleStatus,
  view: ViewAs,
};

export function TeacherDialog({
  action,
  ...props
}: Omit<TeacherActionProps, 'teacher'> & { action: TeacherAction }) {
  const Dialog = dialogs[action.kind];
  return <Dialog teacher={action.teacher} {...props} />;
}

interface TeacherActionsProps {
  teacher: Account;
  onAct: (action: TeacherAction) => void;
}

/** Actions of an administrator on a teacher. Inactive accounts cannot be impersonated. */
export function TeacherActions({ teacher, onAct }: TeacherActionsProps) {
  const { t } = useTranslation();
  const { isActive, name } = teacher;
  const actionOf = (kind: TeacherAction['kind'], text: string, Icon: typeof IconKey) => ({
    text,
    Icon,
    act: () => onAct({ kind, teacher }),
  });
  const actions = [
    actionOf('password', t('admin.resetPassword'), IconKey),
    isActive
      ? actionOf('status', t('admin.deactivate'), IconUserOff)
      : actionOf('status', t('admin.activate'), IconUserCheck),
    ...(isActive ? [actionOf('view', t('admin.viewAs'), IconEye)] : []),
  ];
  return <RowMenu actions={actions} name={name} />;
}
