import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { callApi } from '../../../api/client.ts';
import type { FieldErrors } from '../../../form/form-values.ts';
import { emptyPasswords } from '../../../form/new-password-fields.tsx';
import { useForm } from '../../../form/use-form.ts';
import { useMessages, useTranslation } from '../../../i18n/language.tsx';
import { paths } from '../../../paths.ts';
import { beginLeaving } from '../../../session/leaving.ts';
import { clearSession } from '../../../session/session.ts';
import { isTooShort } from '../is-too-short.ts';

/** The form of one's own password. Every session ends with the change, this one too: the login comes next. */
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
