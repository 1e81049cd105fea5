import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { FieldErrors } from '../../form/form-values.ts';
import { emptyPasswords } from '../../form/new-password-fields.tsx';
import { useForm } from '../../form/use-form.ts';
import { callApi } from '../../platform/api/client.ts';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import { paths } from '../../platform/paths.ts';
import { beginLeaving } from '../../platform/session/leaving-state.ts';
import { clearSession } from '../../platform/session/session.ts';
import { isTooShort } from '../is-password-too-short.ts';

/** Returns the form of the user's own password. The change ends every session including this one, so it redirects to the login. */
export function useOwnPassword() {
  const { t } = useTranslation();
  const messages = useMessages();
  const client = useQueryClient();
  const navigate = useNavigate();
  return useForm({
    initial: emptyPasswords,
    check: ({ currentPassword, newPassword, confirmPassword }): FieldErrors => ({
      ...(currentPassword === '' && { currentPassword: messages('field.required') }),
      ...(isTooShort(newPassword) && { newPassword: t('admin.passwordTooShort') }),
      ...(newPassword !== confirmPassword && { confirmPassword: t('password.mismatch') }),
    }),
    send: ({ currentPassword, newPassword }) =>
      callApi('/admin/password', { method: 'PUT', body: { currentPassword, newPassword } }),
    onDone: () => {
      beginLeaving();
      clearSession();
      client.clear();
      return navigate(paths.login, {
        replace: true,
        state: { from: paths.admin, notice: 'passwordChanged' },
      });
    },
  });
}
