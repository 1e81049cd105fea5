import { FormDialog } from '../../form/form-dialog.tsx';
import type { FieldErrors } from '../../form/form-values.ts';
import { useForm } from '../../form/use-form.ts';
import { callApi } from '../../platform/api/client.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { ActionFailure } from '../action-failure.tsx';
import { isTooShort } from '../is-password-too-short.ts';
import type { TeacherActionProps } from './teacher-action.ts';

/** Dialog that sets a teacher's password. Keeps the typed values after a failure. */
export function ResetPassword({ teacher, onClose, onDone }: TeacherActionProps) {
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
