import type { Account } from '@mutual-transfer/domain/accounts/user';
import { useQueryClient } from '@tanstack/react-query';
import { Form } from '../../form/form.tsx';
import { FormEnd } from '../../form/form-end.tsx';
import { useForm } from '../../form/use-form.ts';
import { callApi } from '../../platform/api/client.ts';
import { askAgain } from '../../platform/api/queries.ts';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import { profileQuery } from '../../platform/session/profile.ts';
import { updateUser, useSession } from '../../platform/session/session.ts';
import { TextField } from '../../ui/fields/text-field.tsx';

/** Form for the name of the school where the viewer works now. */
export function SchoolForm({ schoolName, onSaved }: { schoolName: string; onSaved: () => void }) {
  const { t } = useTranslation();
  const say = useMessages();
  const client = useQueryClient();
  const session = useSession();
  const form = useForm({
    initial: { schoolName },
    check: (values): Record<string, string> =>
      values.schoolName.trim() === '' ? { schoolName: say('field.required') } : {},
    send: (body) => callApi<Account>('/auth/profile', { method: 'PUT', body }),
    onDone: (changed) => {
      updateUser(session?.token, changed);
      client.setQueryData(profileQuery(changed._id).queryKey, changed);
      void askAgain(client, 'agreements', 'my-requests', 'requests');
      onSaved();
    },
  });
  return (
    <Form form={form}>
      <TextField
        autoComplete="organization"
        description={t('agreements.schoolText')}
        label={t('agreements.school')}
        required
        {...form.text('schoolName')}
      />
      <FormEnd failed={t('common.failed')} form={form} texts={{ submit: t('agreements.saveSchool') }} />
    </Form>
  );
}
