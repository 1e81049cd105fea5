import type { FieldErrors } from '../../form/form-values.ts';
import { emptyPasswords } from '../../form/new-password-fields.tsx';
import { useForm } from '../../form/use-form.ts';
import { callApi } from '../../platform/api/client.ts';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import { paths } from '../../platform/paths.ts';
import { useLeave } from '../../platform/session/use-leave.ts';
import { isTooShort } from '../is-password-too-short.ts';

/** Returns the form of the user's own password. The change ends every session including this one, so it redirects to the login. */
export function useOwnPassword() {
  const { t } = useTranslation();
  const messages = useMessages();
  const leave = useLeave();
  return useForm({
    initial: emptyPasswords,
    check: ({ currentPassword, newPassword, confirmPassword }): FieldErrors => ({
      ...(currentPassword === '' && { currentPassword: messages('field.required') }),
      ...(isTooShort(newPassword) && { newPassword: t('admin.passwordTooShort') }),
      ...(newPassword !== confirmPassword && { confirmPassword: t('password.mismatch') }),
    }),
    send: ({ currentPassword, newPassword }) =>
      callApi('/admin/password', { method: 'PUT', body: { currentPassword, newPassword } }),
    onDone: () => leave(paths.login, { from: paths.admin, notice: 'passwordChanged' }),
  });
}
