import { useForm } from '@mantine/form';
import type { Account } from '@mutual-transfer/domain/user';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, callApi } from '../../api/client.ts';
import { refreshOwn } from '../../api/queries.ts';
import { useMessages } from '../../i18n/language.tsx';
import { type KeptSession, renewSession } from '../../session/session.ts';
import { focusFirst } from '../../ui/form-elements.ts';
import {
  needsPassword,
  type ProfileValues,
  profileChanges,
  profileErrors,
  profileValues,
} from './profile-values.ts';

/** The form of one's own profile: only what changed is sent, and the browser's session follows. */
export function useProfile(session: KeptSession, account: Account) {
  const messages = useMessages();
  const client = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  const before = profileValues(account);
  const [hasMoved, setMoved] = useState(false);
  const form = useForm<ProfileValues>({
    initialValues: before,
    validate: (values) => profileErrors(before, values, messages),
  });
  const saving = useMutation({
    mutationFn: (values: ProfileValues) =>
      callApi<Account>('/auth/profile', { method: 'PUT', body: profileChanges(before, values) }),
    onSuccess: (changed, sent) => {
      setMoved(changed.postingBlock !== account.postingBlock || changed.district !== account.district);
      const values = profileValues(changed);
      form.setInitialValues(values);
      // What was typed since it was sent stays.
      if (JSON.stringify(form.getValues()) === JSON.stringify(sent)) form.setValues(values);
      renewSession(session.token, { ...session, user: { ...session.user, ...changed } });
      refreshOwn(client);
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      form.setErrors(error.fields);
      focusFirst(element.current, error.fields);
    },
  });
  const submit = form.onSubmit(
    (values) => {
      if (!saving.isPending) saving.mutate(values);
    },
    (errors) => {
      saving.reset();
      focusFirst(element.current, errors);
    },
  );
  return { form, element, submit, saving, hasMoved, asksPassword: needsPassword(before, form.values) };
}
