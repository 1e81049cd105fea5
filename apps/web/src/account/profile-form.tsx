import { teacherFields } from '@mutual-transfer/domain/accounts/teacher-fields';
import { type Account, teacherProfileSchema } from '@mutual-transfer/domain/accounts/user';
import type { Messages } from '@mutual-transfer/domain/language/messages';
import { typedPhone } from '@mutual-transfer/domain/language/typed-values';
import { recordKeys, recordOf } from '@mutual-transfer/domain/record-names';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { rulesTodayQuery } from '../agreements/agreements.queries.ts';
import { Form, SubmitRow } from '../form/form.tsx';
import type { FieldErrors, TextBinding } from '../form/form-values.ts';
import { schemaErrors } from '../form/schema-errors.ts';
import { useForm } from '../form/use-form.ts';
import { callApi } from '../platform/client.ts';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { accountPartPath } from '../platform/paths.ts';
import { profileQuery } from '../platform/profile.ts';
import { refreshOwn } from '../platform/queries.ts';
import { type StoredSession, updateUser } from '../platform/session.ts';
import { FormFoot, FormGroup } from '../ui/fields/form-group.tsx';
import { EmailField, PasswordField, TextField } from '../ui/fields/text-fields.tsx';
import page from '../ui/page.module.css';
import {
  cleanedTeacher,
  TeachingFields,
  WishFields,
  WorkFields,
  withoutUnstated,
  YouFields,
} from './teacher-fields.tsx';

const emptyProfile = { ...recordOf(recordKeys(teacherFields), () => ''), currentPassword: '' };

type ProfileValues = typeof emptyProfile;

function profileValues(account: Account): ProfileValues {
  const given: Partial<Record<keyof ProfileValues, string | null>> = account;
  return recordOf(recordKeys(emptyProfile), (field) => given[field] ?? '');
}

/** Returns `true` if the change needs the password: a new email or phone receives messages about the account. */
function needsPassword(before: ProfileValues, after: ProfileValues): boolean {
  return before.email !== after.email || before.phone !== typedPhone(after.phone);
}

/** Returns the patch to send: the fields that differ from before. A removed value is null. */
export function profileChanges(before: ProfileValues, after: ProfileValues): Record<string, string | null> {
  const values = cleanedTeacher(after);
  const changed = recordKeys(values).filter(
    (field) => field !== 'currentPassword' && values[field] !== before[field],
  );
  return {
    ...Object.fromEntries(changed.map((field) => [field, values[field] === '' ? null : values[field]])),
    ...(needsPassword(before, after) ? { currentPassword: after.currentPassword } : {}),
  };
}

export function profileErrors(before: ProfileValues, after: ProfileValues, messages: Messages): FieldErrors {
  const { currentPassword, ...fields } = cleanedTeacher(after);
  const body = {
    ...withoutUnstated(fields),
    ...(needsPassword(before, after) ? { currentPassword } : {}),
  };
  return schemaErrors(teacherProfileSchema, body, messages);
}

/** Returns the profile form. Sends only changed fields, and updates the stored session. */
function useProfile(session: StoredSession, account: Account) {
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

/** Date of joining the present school. Shown only if a current rule needs it or the teacher has stated it. */
function JoinedOnField({ account, field }: { account: Pick<Account, 'joinedOn'>; field: TextBinding }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data } = useQuery(rulesTodayQuery());
  const years = data?.rules.minimumService ?? 0;
  if (years === 0 && account.joinedOn === null) return null;
  const asked = years === 0 ? '' : `${t('account.joinedOnAsked', { years: formats.number(years) })} `;
  return (
    <FormGroup title={t('account.service')}>
      <TextField
        description={`${asked}${t('account.joinedOnHint')}`}
        label={`${t('account.joinedOn')} (${t('common.optional')})`}
        max={data?.day}
        type="date"
        {...field}
      />
    </FormGroup>
  );
}

/** Fields whose values appear only in the papers of an agreement. */
function ServiceBookFields({ form }: Pick<ReturnType<typeof useProfile>, 'form'>) {
  const { t } = useTranslation();
  const optional = (label: string) => `${label} (${t('common.optional')})`;
  return (
    <FormGroup title={t('account.papersTitle')}>
      <TextField
        autoCapitalize="characters"
        autoComplete="off"
        description={t('account.papersHint')}
        label={optional(t('account.teacherId'))}
        spellCheck={false}
        {...form.text('teacherId')}
      />
      <TextField label={optional(t('account.designation'))} {...form.text('designation')} />
    </FormGroup>
  );
}

export function ProfileForm({ session, account }: { session: StoredSession; account: Account }) {
  const { t } = useTranslation();
  const { form, hasMoved, hasLostMark, asksPassword } = useProfile(session, account);
  return (
    <Form form={form}>
      <p className={page.note}>{t('account.moved')}</p>
      <WorkFields form={form} />
      <JoinedOnField account={account} field={form.text('joinedOn')} />
      <ServiceBookFields form={form} />
      <WishFields form={form} />
      <TeachingFields form={form} />
      <YouFields form={form} />
      <FormGroup title={t('account.login')}>
        <EmailField autoComplete="email" {...form.text('email')} />
        {asksPassword && (
          <PasswordField
            autoComplete="current-password"
            description={t('account.passwordNeeded')}
            label={t('password.current')}
            {...form.text('currentPassword')}
          />
        )}
      </FormGroup>
      <FormFoot>
        <SubmitRow
          done={<Saved hasLostMark={hasLostMark} hasMoved={hasMoved} />}
          failed={t('account.failed')}
          form={form}
          isLarge
          texts={{ submit: t('common.saveChanges'), busy: t('common.saving') }}
        />
      </FormFoot>
    </Form>
  );
}

interface SavedProps {
  hasMoved: boolean;
  /** The change removed the mark of a verified teacher. */
  hasLostMark: boolean;
}

function Saved({ hasMoved, hasLostMark }: SavedProps) {
  const { t } = useTranslation();
  return (
    <>
      {t('account.saved')} {hasMoved && `${t('account.savedMoved')} `}
      {hasLostMark && (
        <>
          {t('account.savedUnverified')} <Link to={accountPartPath('phone')}>{t('account.phoneTitle')}</Link>
        </>
      )}
    </>
  );
}
