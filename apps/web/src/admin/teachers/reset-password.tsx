import { Form } from '../../form/form.tsx';
import { FormEnd } from '../../form/form-end.tsx';
import type { FieldErrors } from '../../form/form-values.ts';
import { useForm } from '../../form/use-form.ts';
import { callApi } from '../../platform/api/client.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { CloseButton, Dialog } from '../../ui/dialogs/dialog.tsx';
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
    <Dialog
      isLocked={form.isBusy}
      onClose={onClose}
      title={t('admin.resetPasswordOf', { name: teacher.name })}
    >
      <Form form={form}>
        <PasswordField
          autoComplete="new-password"
          data-autofocus
          description={t('admin.resetPasswordHint')}
          label={t('password.new')}
          required
          {...form.text('newPassword')}
        />
        <FormEnd
          failed={(error) => <ActionFailure error={error} text={t('admin.failedUserPassword')} />}
          form={form}
          texts={{ submit: t('admin.resetPasswordSubmit') }}
        >
          <CloseButton isLocked={form.isBusy}>{t('admin.cancel')}</CloseButton>
        </FormEnd>
      </Form>
    </Dialog>
  );
}
