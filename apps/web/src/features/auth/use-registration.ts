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
import { forgetRegistration, keepRegistration, keptRegistration } from './registration-draft.ts';
import { emptyRegistration, type RegistrationValues, registrationBody } from './registration-values.ts';
import { useCaptcha } from './use-captcha.ts';
import { useRestored } from './use-restored.ts';

const mutationKey = ['register'];

/** The form of registration: checked by the API's own schema, kept as a draft, sent once. */
export function useRegistration() {
  const messages = useMessages();
  const client = useQueryClient();
  const captcha = useCaptcha();
  const element = useRef<HTMLFormElement>(null);
  const form = useForm<RegistrationValues>({
    initialValues: emptyRegistration,
    validate: async (values) => {
      const errors = await checkLazily(loadChecks, ({ registrationErrors }) =>
        registrationErrors(values, captcha.body, messages),
      );
      return captcha.check(errors);
    },
    onValuesChange: keepRegistration,
  });
  const isRestored = useRestored(element, emptyRegistration, form.setValues, keptRegistration);
  const registering = useMutation({
    mutationKey,
    mutationFn: (values: RegistrationValues) =>
      callApi<Session>('/auth/register', { method: 'POST', body: registrationBody(values, captcha.body) }),
    onSuccess: (session) => {
      forgetRegistration();
      keepSession(session);
    },
    onError: (error) => {
      captcha.refresh();
      if (!(error instanceof ApiError)) return;
      form.setErrors(error.fields);
      focusFirst(element.current, error.fields);
    },
  });
  const submit = form.onSubmit(
    (values) => {
      if (client.isMutating({ mutationKey }) === 0) registering.mutate(values);
    },
    (errors) => {
      registering.reset();
      focusFirst(element.current, errors);
    },
  );
  return {
    form,
    element,
    captcha,
    submit,
    isRestored,
    isBusy: registering.isPending,
    error: registering.error,
  };
}

export type RegistrationForm = ReturnType<typeof useRegistration>['form'];
