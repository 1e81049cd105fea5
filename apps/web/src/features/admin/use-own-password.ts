import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import type { PasswordChange } from '@mutual-transfer/domain/user';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError, callApi } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useMessages, useTranslation } from '../../i18n/language.tsx';
import { clearSession } from '../../session/session.ts';
import { focusFirst } from '../../ui/form-elements.ts';
import { isTooShort } from './is-too-short.ts';

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' };
const READING_TIME = 15_000;

/** The form of one's own password. Every session ends with the change, this one too: the login comes next. */
export function useOwnPassword() {
  const { t } = useTranslation();
  const messages = useMessages();
  const client = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  const form = useForm({
    initialValues: empty,
    validate: {
      currentPassword: (value) => (value === '' ? messages['field.required'] : null),
      newPassword: (value) => (isTooShort(value) ? t('admin.passwordTooShort') : null),
      confirmPassword: (value, { newPassword }) =>
        value === newPassword ? null : t('admin.passwordMismatch'),
    },
  });
  const showRefused = (fields: Readonly<Record<string, string>>) => {
    form.setErrors(fields);
    focusFirst(element.current, fields);
  };
  const { run, isBusy, error, reset } = useAction(
    async (body: PasswordChange) => {
      try {
        await callApi('/admin/password', { method: 'PUT', body });
      } catch (failure) {
        if (failure instanceof ApiError) showRefused(failure.fields);
        throw failure;
      }
    },
    () => {
      notifications.show({ message: t('admin.passwordChanged'), autoClose: READING_TIME });
      clearSession();
      client.clear();
    },
  );
  const submit = form.onSubmit(
    ({ currentPassword, newPassword }) => run({ currentPassword, newPassword }),
    (errors) => {
      reset();
      focusFirst(element.current, errors);
    },
  );
  return { form, element, submit, isBusy, error };
}
