import { fieldsWith, teacherFields } from '@mutual-transfer/domain/accounts/teacher-fields';
import type { Account } from '@mutual-transfer/domain/accounts/user';
import {
  type PersonPage,
  personCorrectionSchema,
} from '@mutual-transfer/domain/administration/administration';
import { dayInIndia } from '@mutual-transfer/domain/language/date-time';
import { recordOf } from '@mutual-transfer/domain/record-names';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { cleanedTeacher, TeachingFields, teachingFields } from '../account/teacher-fields.tsx';
import type { FieldErrors } from '../form/form-values.ts';
import { valuesAfterConflict } from '../form/use-form.ts';
import { PlaceFields } from '../places/place-fields.tsx';
import { callApi, type Tagged } from '../platform/client.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useSession } from '../platform/session.ts';
import { EmailField, PhoneField, TextField } from '../ui/fields/text-fields.tsx';
import { ActionDialog, useReasonField } from './action-dialog.tsx';
import { showChanged } from './admin.queries.ts';
import { ChangeFailure } from './list/query-state.tsx';
import { OpenAgreements } from './open-agreements.tsx';
import { isOfState } from './sections.ts';
import type { TeacherActionProps } from './teacher-actions.tsx';

/** Fields that are sent one by one. */
const singleFields = [
  ...fieldsWith({ correctedAs: 'contact' }),
  ...teachingFields,
  ...fieldsWith({ correctedAs: 'service' }),
];
/** Fields of a posting, which are sent together. */
const postingFields = fieldsWith({ correctedAs: 'posting' });

/** Fields on which an agreement and its papers rest. */
const restsOn = ['name', ...postingFields, 'subject', 'classRange'] as const;

type CorrectedValues = Record<
  (typeof singleFields)[number] | (typeof postingFields)[number] | 'reason',
  string
>;

/** Returns the initial form values. */
function correctedValues(account: Account): CorrectedValues {
  const fields = [...singleFields, ...postingFields];
  return { ...recordOf(fields, (field) => account[field] ?? ''), reason: '' };
}

/**
 * Returns the correction: the fields that differ, the whole posting if a part of it differs, and the reason. Removes the recruitment
 * batch if the category has none.
 */
export function correctionOf(before: CorrectedValues, typed: CorrectedValues): object {
  const after = cleanedTeacher(typed);
  const isChanged = (field: keyof CorrectedValues) => after[field].trim() !== before[field];
  const stated = (field: (typeof singleFields)[number]) =>
    teacherFields[field].isOptional && after[field] === '' ? null : after[field];
  return {
    ...recordOf(singleFields.filter(isChanged), stated),
    ...(postingFields.some(isChanged) ? { posting: recordOf(postingFields, (field) => after[field]) } : {}),
    reason: after.reason,
  };
}

/** Moves errors of parts of the posting to the fields that hold them. */
export function flatErrors(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([path, sentence]) => [path.replace(/^posting\./, ''), sentence]),
  );
}

interface CorrectPersonProps extends TeacherActionProps {
  /** `ETag` of the account. */
  tag: string | undefined;
  reload: () => Promise<Tagged<PersonPage> | undefined>;
}

/** Dialog that corrects an account. Keeps the account as loaded when the dialog opened, so that a refetch changes no field. */
export function CorrectPerson({ teacher, tag, reload, ...dialog }: CorrectPersonProps) {
  const [shown, setShown] = useState({ teacher, tag, initial: correctedValues(teacher) });
  const showPresent = async (typed: CorrectedValues) => {
    const present = await reload();
    if (present === undefined) return;
    const { user } = present.answer;
    const before = correctedValues(shown.teacher);
    const initial = valuesAfterConflict(before, typed, correctedValues(user), postingFields);
    setShown({ teacher: user, tag: present.tag, initial });
  };
  return <Correction key={shown.tag} {...dialog} {...shown} onReload={showPresent} />;
}

interface CorrectionProps extends TeacherActionProps {
  tag: string | undefined;
  /** Initial values of the form: those of the account, and what was typed before the account was loaded again. */
  initial: CorrectedValues;
  onReload: (typed: CorrectedValues) => Promise<void>;
}

/** Form of a teacher's account. Only state administrators may change the email. The audit log records the reason. */
function Correction({ teacher, tag, initial, userId, onClose, onDone, onReload }: CorrectionProps) {
  const { t } = useTranslation();
  const session = useSession();
  const client = useQueryClient();
  const reason = useReasonField({ hint: t('admin.viewAsReasonHint') });
  const optional = (label: string) => `${label} (${t('common.optional')})`;
  const before = correctedValues(teacher);
  return (
    <ActionDialog
      act={async (body) => {
        if (Object.keys(body).length === 1) throw new NothingChanged();
        return callApi<Account>(`/admin/users/${teacher._id}`, { method: 'PUT', body, tag });
      }}
      body={(values) => correctionOf(before, values)}
      check={flatErrors}
      failed={(error, form) => (
        <ChangeFailure
          error={error}
          onReload={() => onReload(form.current())}
          reload={t('admin.person.reload')}
          text={t(
            error instanceof NothingChanged ? 'admin.person.nothingChanged' : 'admin.person.failedCorrection',
          )}
        />
      )}
      fields={[reason]}
      initial={initial}
      onClose={onClose}
      onDone={(account) => {
        onDone(t('admin.person.corrected', { name: account.name }));
        return showChanged(client, userId, account);
      }}
      schema={personCorrectionSchema}
      submit={t('admin.person.correct')}
      title={t('admin.person.correctTitle', { name: teacher.name })}
    >
      {(form) => (
        <>
          <TextField
            autoComplete="off"
            data-autofocus
            label={t('register.name')}
            required
            {...form.text('name')}
          />
          <PhoneField autoComplete="off" {...form.text('phone')} />
          {session !== null && isOfState(session.user) && (
            <EmailField autoComplete="off" {...form.text('email')} />
          )}
          <TextField
            autoComplete="off"
            label={t('register.schoolName')}
            required
            {...form.text('schoolName')}
          />
          <PlaceFields
            block="postingBlock"
            district="district"
            form={form}
            labels={{ district: t('register.currentDistrict'), block: t('register.postingBlock') }}
          />
          <TeachingFields form={form} title={t('admin.teaches')} />
          <TextField
            autoComplete="off"
            label={optional(t('account.teacherId'))}
            spellCheck={false}
            {...form.text('teacherId')}
          />
          <TextField
            autoComplete="off"
            label={optional(t('account.designation'))}
            {...form.text('designation')}
          />
          <TextField
            label={optional(t('account.joinedOn'))}
            max={dayInIndia(new Date())}
            type="date"
            {...form.text('joinedOn')}
          />
          {restsOn.some((field) => form.values[field].trim() !== before[field]) && (
            <OpenAgreements lead={t('admin.person.groupRests')} teacherId={teacher._id} userId={userId}>
              <p>{t('admin.person.groupFollows')}</p>
            </OpenAgreements>
          )}
        </>
      )}
    </ActionDialog>
  );
}

class NothingChanged extends Error {
  override readonly name = 'NothingChanged';
}
