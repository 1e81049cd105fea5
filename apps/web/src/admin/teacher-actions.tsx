import type { Account } from '@mutual-transfer/domain/accounts/user';
import {
  type Impersonation,
  statusToggleSchema,
} from '@mutual-transfer/domain/administration/administration';
import { IMPERSONATION_REASON_MAXIMUM_LENGTH } from '@mutual-transfer/domain/constants';
import { type Exclusion, newExclusionSchema } from '@mutual-transfer/domain/seasons/exclusion';
import { IconCalendarOff, IconEye, IconKey, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { FieldErrors } from '../form/form-values.ts';
import { isTooShort } from '../form/new-password-fields.tsx';
import { callApi } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useImpersonation } from '../platform/use-impersonation.ts';
import { ActionDialog, useReasonField } from './action-dialog.tsx';
import { refreshAdmin, showChanged } from './admin.queries.ts';
import { RowMenu } from './list/row-menu.tsx';
import { OpenAgreements } from './open-agreements.tsx';

export interface TeacherAction {
  kind: 'password' | 'status' | 'view' | 'exclude';
  teacher: Account;
}

export interface TeacherActionProps {
  userId: string;
  teacher: Account;
  onClose: () => void;
  onDone: (text: string) => void;
}

/** Dialog that sets a teacher's password. Keeps the typed values after a failure. */
function ResetPassword({ teacher, onClose, onDone }: TeacherActionProps) {
  const { t } = useTranslation();
  return (
    <ActionDialog
      act={(body) => callApi(`/admin/users/${teacher._id}/password`, { method: 'PUT', body })}
      check={(_, { newPassword }): FieldErrors =>
        isTooShort(newPassword) ? { newPassword: t('admin.passwordTooShort') } : {}
      }
      failed={t('admin.failedUserPassword')}
      fields={[
        {
          name: 'newPassword',
          kind: 'password',
          label: t('password.new'),
          hint: t('admin.resetPasswordHint'),
        },
      ]}
      initial={{ newPassword: '' }}
      onClose={onClose}
      onDone={() => onDone(t('admin.resetPasswordDone', { name: teacher.name }))}
      submit={t('admin.resetPasswordSubmit')}
      title={t('admin.resetPasswordOf', { name: teacher.name })}
    />
  );
}

/** Dialog that activates or deactivates an account. A deactivation needs a reason, and ends the agreements that the dialog lists. */
function ToggleStatus({ userId, teacher, onClose, onDone }: TeacherActionProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { _id, name, isActive } = teacher;
  const reason = useReasonField({ hint: t('admin.viewAsReasonHint'), isOptional: !isActive });
  return (
    <ActionDialog
      act={(body) => callApi<Account>(`/admin/users/${_id}/toggle-status`, { method: 'PUT', body })}
      body={isActive ? undefined : givenReason}
      failed={t('admin.failedStatus')}
      fields={[reason]}
      initial={{ reason: '' }}
      kind={isActive ? 'grave' : 'main'}
      onClose={onClose}
      onDone={(user) => {
        onDone(t(user.isActive ? 'admin.activated' : 'admin.deactivated', { name }));
        return showChanged(client, userId, user);
      }}
      schema={statusToggleSchema}
      submit={t(isActive ? 'admin.deactivate' : 'admin.activate')}
      title={t(isActive ? 'admin.deactivateTitle' : 'admin.activateTitle', { name })}
    >
      <p>{t(isActive ? 'admin.deactivateText' : 'admin.activateText')}</p>
      {isActive && <OpenAgreements lead={t('admin.endsWith')} teacherId={_id} userId={userId} />}
    </ActionDialog>
  );
}

/** Dialog before an administrator views the product as a teacher. The reason is optional. */
function ViewAs({ teacher, onClose }: TeacherActionProps) {
  const { t } = useTranslation();
  const { begin } = useImpersonation();
  const reason = useReasonField({
    hint: t('admin.viewAsReasonHint'),
    isOptional: true,
    maxLength: IMPERSONATION_REASON_MAXIMUM_LENGTH,
  });
  return (
    <ActionDialog
      act={(body) => callApi<Impersonation>(`/admin/impersonate/${teacher._id}`, { method: 'POST', body })}
      body={givenReason}
      failed={t('admin.failedImpersonation')}
      fields={[reason]}
      initial={{ reason: '' }}
      onClose={onClose}
      onDone={begin}
      submit={t('admin.viewAs')}
      title={t('admin.viewAsTitle', { name: teacher.name })}
    >
      <p>{t('admin.viewAsText')}</p>
    </ActionDialog>
  );
}

/** Dialog that keeps a teacher out of the season, which ends their proposals and agreements. */
function KeepOut({ userId, teacher, onClose, onDone }: TeacherActionProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const reason = useReasonField({ hint: t('admin.exclusions.reasonHint') });
  return (
    <ActionDialog
      act={(body) => callApi<Exclusion>('/admin/exclusions', { method: 'POST', body })}
      body={({ reason, until }) => ({ user: teacher._id, reason, ...(until === '' ? {} : { until }) })}
      failed={t('admin.failed')}
      fields={[
        { name: 'until', kind: 'date', label: t('admin.exclusions.untilOptional'), isOptional: true },
        reason,
      ]}
      initial={{ reason: '', until: '' }}
      kind="grave"
      onClose={onClose}
      onDone={() => {
        onDone(t('admin.exclusions.excluded', { name: teacher.name }));
        return refreshAdmin(client, userId, 'exclusions', 'agreements');
      }}
      schema={newExclusionSchema}
      submit={t('admin.exclusions.exclude')}
      title={t('admin.exclusions.excludeOf', { name: teacher.name })}
    >
      <p>{t('admin.exclusions.text')}</p>
    </ActionDialog>
  );
}

function givenReason({ reason }: { reason: string }) {
  return reason.trim() === '' ? {} : { reason: reason.trim() };
}

const dialogs: Record<TeacherAction['kind'], (props: TeacherActionProps) => React.ReactNode> = {
  password: ResetPassword,
  status: ToggleStatus,
  view: ViewAs,
  exclude: KeepOut,
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
    ...(isActive ? [actionOf('exclude', t('admin.exclusions.exclude'), IconCalendarOff)] : []),
    ...(isActive ? [actionOf('view', t('admin.viewAs'), IconEye)] : []),
  ];
  return <RowMenu actions={actions} name={name} />;
}
