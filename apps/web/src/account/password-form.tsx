import { passwordChangeSchema, type Session } from '@mutual-transfer/domain/accounts/user';
import { useQueryClient } from '@tanstack/react-query';
import { Form, SubmitRow } from '../form/form.tsx';

import { emptyPasswords, NewPasswordFields } from '../form/new-password-fields.tsx';
import { schemaErrors } from '../form/schema-errors.ts';
import { useForm } from '../form/use-form.ts';
import { callApi } from '../platform/client.ts';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { renewSession } from '../platform/session.ts';
import { followInThisBrowser } from '../platform/start-session.ts';

/** Form that changes the user's password and signs out all other devices. */
export function PasswordForm({ token, hint }: { token: string; hint?: string }) {
  const { t } = useTranslation();
  const form = usePasswordChange(token);
  return (
    <Form form={form}>
      <NewPasswordFields form={form} {...(hint === undefined ? {} : { hint })} />
      <SubmitRow
        done={t('account.passwordChanged')}
        failed={t('account.failedPassword')}
        form={form}
        kind="soft"
        texts={{ submit: t('account.changePassword') }}
      />
    </Form>
  );
}

function usePasswordChange(token: string) {
  const { t } = useTranslation();
  const messages = useMessages();
  const client = useQueryClient();
  const form = useForm({
    initial: emptyPasswords,
    check: ({ confirmPassword, ...values }) => ({
      ...schemaErrors(passwordChangeSchema, values, messages),
      ...(confirmPassword === values.newPassword ? {} : { confirmPassword: t('password.mismatch') }),
    }),
    send: ({ currentPassword, newPassword }) =>
      callApi<Session>('/auth/password', { method: 'PUT', body: { currentPassword, newPassword } }),
    onDone: (session) => {
      renewSession(token, session);
      // Calls in flight with the former token are refused: repeats them with the new one.
      void client.invalidateQueries();
      followInThisBrowser();
      form.reset(emptyPasswords);
    },
  });
  return form;
}
