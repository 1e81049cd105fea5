import {
  type AdministratorList,
  newAdministrator,
} from '@mutual-transfer/domain/administration/administration';
import { useQueryClient } from '@tanstack/react-query';
import { Form } from '../../form/form.tsx';
import { FormEnd } from '../../form/form-end.tsx';
import { schemaErrors } from '../../form/schema-errors.ts';
import { useForm } from '../../form/use-form.ts';
import { callApi } from '../../platform/api/client.ts';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ActionFailure } from '../action-failure.tsx';
import { administratorsQuery } from '../admin.queries.ts';

const empty = { name: '', email: '', password: '' };

interface NewAdministratorProps {
  readonly token: string;
  readonly onMade: (name: string) => void;
}

/** Form that creates an administrator with a first password, to be handed over in person. */
export function NewAdministrator({ token, onMade }: NewAdministratorProps) {
  const { t } = useTranslation();
  const messages = useMessages();
  const client = useQueryClient();
  const form = useForm({
    initial: empty,
    check: (values) => schemaErrors(newAdministrator, values, messages),
    send: (body) => callApi<AdministratorList>('/admin/administrators', { method: 'POST', body }),
    onDone: (list, { name }) => {
      client.setQueryData(administratorsQuery(token).queryKey, list);
      form.reset(empty);
      onMade(name);
    },
  });
  return (
    <Form form={form}>
      <TextField autoComplete="off" label={t('register.name')} required {...form.text('name')} />
      <TextField
        autoComplete="off"
        inputMode="email"
        label={t('register.email')}
        required
        type="email"
        {...form.text('email')}
      />
      <PasswordField
        autoComplete="new-password"
        description={t('admin.newAdministratorHint')}
        label={t('admin.firstPassword')}
        required
        {...form.text('password')}
      />
      <FormEnd
        failed={(error) => <ActionFailure error={error} text={t('admin.failedAdministrator')} />}
        form={form}
        kind="soft"
        texts={{ submit: t('admin.makeAdministrator'), busy: t('admin.working') }}
      />
    </Form>
  );
}
