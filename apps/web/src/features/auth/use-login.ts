import { useForm } from '@mantine/form';
import type { Session } from '@mutual-transfer/domain/user';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { checkLazily } from '../../api/check-lazily.ts';
import { ApiError, callApi } from '../../api/client.ts';
import { useMessages } from '../../i18n/language.tsx';
import { keepSession } from '../../session/session.ts';
import { focusFirst } from '../../ui/form-elements.ts';
import { loadChecks } from './load-checks.ts';
import { useCaptcha } from './use-captcha.ts';
import { useRestored } from './use-restored.ts';

const mutationKey = ['login'];
const empty = { email: '', password: '' };

/** The form of signing in. A failure takes nothing but the answer to the question it used up. */
export function useLogin() {
  const messages = useMessages();
  const client = useQueryClient();
  const captcha = useCaptcha();
  const element = useRef<HTMLFormElement>(null);
  const form = useForm({
    initialValues: empty,
    validate: async (values) => {
      const body = { ...values, ...captcha.body };
      return captcha.check(await checkLazily(loadChecks, ({ loginErrors }) => loginErrors(body, messages)));
    },
  });
  useRestored(element, empty, form.setValues);
  const signingIn = useMutation({
    mutationKey,
    mutationFn: (values: typeof empty) =>
      callApi<Session>('/auth/login', { method: 'POST', body: { ...values, ...captcha.body } }),
    onSuccess: keepSession,
    onError: (error) => {
      captcha.refresh();
      if (!(error instanceof ApiError)) return;
      form.setErrors(error.fields);
      focusFirst(element.current, error.fields);
    },
  });
  const submit = form.onSubmit(
    (values) => {
      if (client.isMutating({ mutationKey }) === 0) signingIn.mutate(values);
    },
    (errors) => {
      signingIn.reset();
      focusFirst(element.current, errors);
    },
  );
  return { form, element, captcha, submit, isBusy: signingIn.isPending, error: signingIn.error };
}
