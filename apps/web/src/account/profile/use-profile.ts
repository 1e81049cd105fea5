import type { Account } from '@mutual-transfer/domain/accounts/user';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from '../../form/use-form.ts';
import { callApi } from '../../platform/api/client.ts';
import { refreshOwn } from '../../platform/api/queries.ts';
import { useMessages } from '../../platform/i18n/language.tsx';
import { profileQuery } from '../../platform/session/profile.ts';
import { type StoredSession, updateUser } from '../../platform/session/session.ts';
import { needsPassword, profileChanges, profileErrors, profileValues } from './profile-values.ts';

/** Returns the profile form. Sends only changed fields, and updates the stored session. */
export function useProfile(session: StoredSession, account: Account) {
  const messages = useMessages();
  const client = useQueryClient();
  // Changes are compared with the values that the form started from: a newer account would turn untouched fields into changes.
  const [before, setBefore] = useState(() => profileValues(account));
  const [hasMoved, setMoved] = useState(false);
  const [hasLostMark, setLostMark] = useState(false);
  const form = useForm({
    initial: before,
    check: (values) => profileErrors(before, values, messages),
    send: (values) =>
      callApi<Account>('/auth/profile', { method: 'PUT', body: profileChanges(before, values) }),
    onDone: (changed, sent) => {
      setMoved(changed.postingBlock !== account.postingBlock || changed.district !== account.district);
      setLostMark(account.isVerified && !changed.isVerified);
      // Keeps values typed after the form was sent.
      form.reset(profileValues(changed), sent);
      setBefore(profileValues(changed));
      updateUser(session.token, changed);
      client.setQueryData(profileQuery(changed._id).queryKey, changed);
      refreshOwn(client, 'profile');
    },
  });
  return { form, hasMoved, hasLostMark, asksPassword: needsPassword(before, form.values) };
}
