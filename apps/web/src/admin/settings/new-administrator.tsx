import { administratorRoles } from '@mutual-transfer/domain/accounts/user';
import { type Administrator, newAdministrator } from '@mutual-transfer/domain/administration/administrator';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from '../../form/form.tsx';
import { FormEnd } from '../../form/form-end.tsx';
import type { FieldErrors } from '../../form/form-values.ts';
import { schemaErrors } from '../../form/schema-errors.ts';
import { useForm } from '../../form/use-form.ts';
import { useDistrictOptions } from '../../places/use-district-options.ts';
import { callApi } from '../../platform/api/client.ts';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import { CheckList } from '../../ui/fields/check-list.tsx';
import { EmailField } from '../../ui/fields/email-field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import page from '../../ui/page.module.css';
import { ActionFailure } from '../action-failure.tsx';
import { administratorsQuery } from '../admin.queries.ts';

const empty = { name: '', email: '', password: '', role: 'state', office: '', designation: '' };

interface NewAdministratorProps {
  readonly userId: string;
  readonly onMade: (name: string) => void;
}

/** Form that creates an administrator of the state or of districts, with a first password, to be handed over in person. */
export function NewAdministrator({ userId, onMade }: NewAdministratorProps) {
  const { t } = useTranslation();
  const messages = useMessages();
  const client = useQueryClient();
  const districts = useDistrictOptions();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const bodyOf = (values: typeof empty) => ({ ...values, districts: values.role === 'state' ? [] : chosen });
  const form = useForm({
    initial: empty,
    check: (values) => atRole(schemaErrors(newAdministrator, bodyOf(values), messages)),
    send: (values) =>
      callApi<Administrator>('/admin/administrators', { method: 'POST', body: bodyOf(values) }),
    onDone: (_made, { name }) => {
      void client.invalidateQueries(administratorsQuery(userId));
      form.reset(empty);
      setChosen([]);
      onMade(name);
    },
  });
  return (
    <Form form={form}>
      <TextField autoComplete="off" label={t('register.name')} required {...form.text('name')} />
      <EmailField autoComplete="off" {...form.text('email')} />
      <PasswordField
        autoComplete="new-password"
        description={t('admin.newAdministratorHint')}
        label={t('admin.firstPassword')}
        {...form.text('password')}
      />
      <TextField autoComplete="off" label={t('account.designation')} {...form.text('designation')} />
      <TextField autoComplete="off" label={t('admin.office')} {...form.text('office')} />
      <SelectField
        description={t('admin.roleHint')}
        label={t('admin.role')}
        options={administratorRoles.map((role) => ({ value: role, label: t(`admin.roles.${role}`) }))}
        {...form.text('role')}
        error={form.errors.role ?? form.errors.districts}
      />
      {form.values.role === 'district' && (
        <fieldset className={page.filters}>
          <legend className={`${page.whole} ${page.soft}`}>{t('admin.districts')}</legend>
          <CheckList
            chosen={chosen}
            onChange={(districts) => {
              form.accept(['role', 'districts']);
              setChosen(districts);
            }}
            options={districts}
          />
        </fieldset>
      )}
      <FormEnd
        failed={(error) => <ActionFailure error={error} text={t('admin.failedAdministrator')} />}
        form={form}
        texts={{ submit: t('admin.makeAdministrator'), busy: t('admin.working') }}
      />
    </Form>
  );
}

/** Moves the error of missing districts to the role field, which takes the focus. The checkboxes follow this field. */
function atRole({ districts, ...errors }: FieldErrors): FieldErrors {
  return districts === undefined ? errors : { role: districts, ...errors };
}
