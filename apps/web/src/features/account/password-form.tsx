import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { fieldSentences } from '@mutual-transfer/domain/messages/field-sentences';
import { passwordChange, type Session } from '@mutual-transfer/domain/user';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, callApi } from '../../api/client.ts';
import { useErrorText } from '../../api/error-text.ts';
import { profileQuery } from '../../api/queries.ts';
import { useMessages, useTranslation } from '../../i18n/language.tsx';
import { renewSession } from '../../session/session.ts';
import { Failure } from '../../ui/failure.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import classes from './account.module.css';

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** A new password for oneself; every other device is signed out. */
export function PasswordForm({ token }: { token: string }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { form, changing, submit } = usePasswordChange(token);
  const { error } = changing;
  const isToldAtField = error instanceof ApiError && Object.keys(error.fields).length > 0;
  return (
    <form className={classes.form} method="post" noValidate onSubmit={submit}>
      <PasswordField
        autoComplete="current-password"
        label={t('account.currentPassword')}
        required
        {...form.getInputProps('currentPassword')}
      />
      <PasswordField
        autoComplete="new-password"
        label={t('account.newPassword')}
        required
        {...form.getInputProps('newPassword')}
      />
      <PasswordField
        autoComplete="new-password"
        label={t('account.confirmPassword')}
        required
        {...form.getInputProps('confirmPassword')}
      />
      {error !== null && !isToldAtField && <Failure text={errorText(error, t('account.failedPassword'))} />}
      <Button loading={changing.isPending} type="submit" variant="default">
        {t('account.changePassword')}
      </Button>
      <p className={classes.done} role="status">
        {changing.isSuccess && t('account.passwordChanged')}
      </p>
    </form>
  );
}

function usePasswordChange(token: string) {
  const { t } = useTranslation();
  const messages = useMessages();
  const client = useQueryClient();
  const form = useForm({
    initialValues: empty,
    validate: ({ confirmPassword, ...values }) => {
      const result = passwordChange.safeParse(values);
      const errors = result.success ? {} : fieldSentences(result.error.issues, messages);
      const isSame = confirmPassword === values.newPassword;
      return isSame ? errors : { ...errors, confirmPassword: t('account.passwordMismatch') };
    },
  });
  const changing = useMutation({
    mutationFn: ({ currentPassword, newPassword }: typeof empty) =>
      callApi<Session>('/auth/password', { method: 'PUT', body: { currentPassword, newPassword } }),
    onSuccess: (session) => {
      // The profile's form goes on with what it shows, whoever asked for it.
      const profile = client.getQueryData(profileQuery(token).queryKey);
      if (profile !== undefined) client.setQueryData(profileQuery(session.token).queryKey, profile);
      renewSession(token, session);
      form.reset();
    },
    onError: (error) => {
      if (error instanceof ApiError) form.setErrors(error.fields);
    },
  });
  const submit = form.onSubmit((values) => {
    if (!changing.isPending) changing.mutate(values);
  });
  return { form, changing, submit };
}
