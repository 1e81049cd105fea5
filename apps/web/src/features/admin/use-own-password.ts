import { useForm } from '@mantine/form';
import type { PasswordChange } from '@mutual-transfer/domain/user';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, callApi } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useMessages, useTranslation } from '../../i18n/language.tsx';
import { paths } from '../../paths.ts';
import { beginLeaving } from '../../session/leaving.ts';
import { clearSession } from '../../session/session.ts';
import { focusFirst } from '../../ui/form-elements.ts';
import { isTooShort } from './is-too-short.ts';

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** The form of one's own password. Every session ends with the change, this one too: the login comes next. */
export function useOwnPassword() {
  const { t } = useTranslation();
  const messages = useMessages();
  const client = useQueryClient();
  const navigate = useNavigate();
  const element = useRef<HTMLFormElement>(null);
  const form = useForm({
    initialValues: empty,
    validate: {
      currentPassword: (value) => (value === '' ? messages('field.required') : null),
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
      beginLeaving();
      clearSession();
      client.clear();
      return navigate(paths.login, {
        replace: true,
        state: { from: paths.admin, notice: 'passwordChanged' },
      });
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
