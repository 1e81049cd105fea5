import { administratorRoles } from '@mutual-transfer/domain/accounts/user';
import {
  type Administrator,
  type AdministratorList,
  administratorChangeSchema,
  newAdministratorSchema,
} from '@mutual-transfer/domain/administration/administrator';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmAction } from '../form/dialogs.tsx';
import { Form, SubmitRow } from '../form/form.tsx';
import type { FieldErrors, FormValues } from '../form/form-values.ts';
import { schemaErrors } from '../form/schema-errors.ts';
import { useForm } from '../form/use-form.ts';
import { useDistrictOptions } from '../places/places.queries.ts';
import { callApi } from '../platform/client.ts';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats, useNames } from '../platform/i18n/names.ts';
import { Button } from '../ui/button.tsx';
import card from '../ui/card.module.css';
import { CheckList } from '../ui/fields/check-list.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { EmailField, PasswordField, TextField } from '../ui/fields/text-fields.tsx';
import page from '../ui/page.module.css';
import { FocusedNotice } from '../ui/states.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { administratorsQuery } from './admin.queries.ts';
import type { Column } from './list/columns.ts';
import { DataTable } from './list/data-table.tsx';
import { ActionFailure, QueryState } from './list/query-state.tsx';
import { Section } from './section.tsx';

const empty = { name: '', email: '', password: '', role: 'state', office: '', designation: '' };

/** Form that creates an administrator of the state or of districts, with a first password, to be handed over in person. */
export function NewAdministratorForm({ userId, onMade }: { userId: string; onMade: (name: string) => void }) {
  const { t } = useTranslation();
  const messages = useMessages();
  const client = useQueryClient();
  const districts = useDistrictOptions();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const bodyOf = (values: typeof empty) => ({ ...values, districts: values.role === 'state' ? [] : chosen });
  const form = useForm({
    initial: empty,
    check: (values) => atRole(schemaErrors(newAdministratorSchema, bodyOf(values), messages)),
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
        description={`${t('admin.passwordHint')}. ${t('admin.newAdministratorHint')}`}
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
      <SubmitRow
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

type ListedAdministrator = AdministratorList['administrators'][number];

/** Administrators of the product. The last one of the state cannot be erased. */
export function Administrators({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const query = useQuery(administratorsQuery(userId));
  const [erased, setErased] = useState<ListedAdministrator>();
  const [changed, setChanged] = useState<ListedAdministrator>();
  const [notice, setNotice] = useState({ text: '' });
  const names = useNames();
  const list = query.data?.administrators ?? [];
  const ofState = list.filter(({ role }) => role === 'state').length;
  const columns: Column<ListedAdministrator>[] = [
    { id: 'name', header: t('admin.name'), value: ({ name }) => name },
    { id: 'email', header: t('person.email'), value: ({ email }) => email },
    {
      id: 'role',
      header: t('admin.role'),
      value: ({ role, districts }) =>
        role === 'state' ? t('admin.roles.state') : districts.map((name) => names.district(name)).join(', '),
    },
    {
      id: 'office',
      header: t('admin.office'),
      value: ({ designation, office }) => [designation, office].filter(Boolean).join(', '),
    },
    { id: 'since', header: t('admin.since'), value: ({ createdAt }) => formats.date(createdAt) },
    {
      id: 'actions',
      header: t('admin.actions'),
      value: (administrator) => (
        <div className={page.buttons}>
          <Button
            aria-label={`${t('admin.changeAdministrator')}: ${administrator.name}`}
            kind="quiet"
            onClick={() => setChanged(administrator)}
          >
            {t('admin.changeAdministrator')}
          </Button>
          {administrator._id !== userId && (administrator.role === 'district' || ofState > 1) && (
            <Button
              aria-label={`${t('admin.eraseAdministrator')}: ${administrator.name}`}
              kind="quiet"
              onClick={() => setErased(administrator)}
            >
              {t('admin.eraseAdministrator')}
            </Button>
          )}
        </div>
      ),
    },
  ];
  return (
    <Section id="administrators" title={t('admin.administrators')}>
      <FocusedNotice notice={notice} />
      <QueryState query={query} />
      {/* The list would move a form that is being filled in. */}
      {!query.isPending && (
        <>
          <DataTable
            columns={columns}
            keyOf={({ _id }) => _id}
            label={t('admin.administrators')}
            rows={list}
          />
          <div className={card.card}>
            <h3>{t('admin.newAdministrator')}</h3>
            <NewAdministratorForm
              onMade={(name) => setNotice({ text: t('admin.administratorMade', { name }) })}
              userId={userId}
            />
          </div>
        </>
      )}
      {changed && (
        <ChangeAdministrator
          administrator={changed}
          onClose={() => setChanged(undefined)}
          onDone={(name) => {
            setChanged(undefined);
            setNotice({ text: t('admin.changeAdministratorDone', { name }) });
          }}
          userId={userId}
        />
      )}
      {erased && (
        <EraseAdministrator
          administrator={erased}
          onClose={() => setErased(undefined)}
          onDone={() => {
            setErased(undefined);
            setNotice({ text: t('admin.administratorErased', { name: erased.name }) });
          }}
          userId={userId}
        />
      )}
    </Section>
  );
}

interface AdministratorValues extends FormValues {
  name: string;
  designation: string;
  office: string;
  role: string;
  /** With commas between them. */
  districts: string;
  password: string;
  removesFactor: boolean;
}

/** Returns only what was changed, so that the dialog brings back no value that another administrator changed meanwhile. */
function changedIn(before: AdministratorValues, { districts, ...values }: AdministratorValues) {
  const changed = Object.entries(values).filter(([name, value]) => value !== before[name]);
  const isMoved = values.role !== before.role || districts !== before.districts;
  const chosen = values.role === 'state' ? [] : districts.split(',').filter(Boolean);
  return { ...Object.fromEntries(changed), ...(isMoved ? { role: values.role, districts: chosen } : {}) };
}

interface ChangeAdministratorProps {
  userId: string;
  administrator: ListedAdministrator;
  onClose: () => void;
  onDone: (name: string) => void;
}

/** Changes name, districts and office. For another administrator also sets a first password, and removes a lost second factor. */
function ChangeAdministrator({ userId, administrator, onClose, onDone }: ChangeAdministratorProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const districts = useDistrictOptions();
  const { _id, name, role, office, designation, hasSecondFactor } = administrator;
  const before: AdministratorValues = {
    ...{ name, designation: designation ?? '', office: office ?? '' },
    ...{
      role,
      districts: administrator.districts.join(),
      password: '',
      removesFactor: false,
    },
  };
  return (
    <ActionDialog
      act={(body) => callApi<Administrator>(`/admin/administrators/${_id}`, { method: 'PATCH', body })}
      body={(values) => changedIn(before, values)}
      failed={t('admin.failedChangeAdministrator')}
      fields={[
        { name: 'name', kind: 'text', label: t('register.name') },
        { name: 'designation', kind: 'text', label: t('account.designation'), isOptional: true },
        { name: 'office', kind: 'text', label: t('admin.office'), isOptional: true },
        {
          ...{ name: 'role', kind: 'choice', label: t('admin.role') },
          options: administratorRoles.map((value) => ({ value, label: t(`admin.roles.${value}`) })),
        },
        { name: 'districts', kind: 'several', label: t('admin.districts'), options: districts },
        ...(_id === userId
          ? []
          : [
              {
                ...{ name: 'password' as const, kind: 'password' as const, isOptional: true },
                ...{ label: t('admin.newFirstPassword'), hint: t('admin.newFirstPasswordHint') },
              },
            ]),
        ...(_id === userId || !hasSecondFactor
          ? []
          : [{ name: 'removesFactor' as const, kind: 'check' as const, label: t('admin.removeFactor') }]),
      ]}
      initial={before}
      onClose={onClose}
      onDone={(saved) => {
        onDone(saved.name);
        return client.invalidateQueries({ queryKey: administratorsQuery(userId).queryKey });
      }}
      schema={administratorChangeSchema}
      submit={t('admin.changeAdministrator')}
      title={t('admin.changeAdministratorTitle', { name })}
    />
  );
}

interface EraseAdministratorProps {
  userId: string;
  administrator: ListedAdministrator;
  onClose: () => void;
  onDone: () => void;
}

function EraseAdministrator({ userId, administrator, onClose, onDone }: EraseAdministratorProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { _id, name } = administrator;
  return (
    <ConfirmAction
      act={() => callApi(`/admin/administrators/${_id}`, { method: 'DELETE' })}
      onClose={onClose}
      onDone={() => {
        onDone();
        return client.invalidateQueries({ queryKey: administratorsQuery(userId).queryKey });
      }}
      text={t('admin.eraseAdministratorText')}
      texts={{
        confirm: t('admin.eraseAdministrator'),
        cancel: t('common.cancel'),
        failed: t('admin.failedEraseAdministrator'),
      }}
      title={t('admin.eraseAdministratorTitle', { name })}
    />
  );
}
