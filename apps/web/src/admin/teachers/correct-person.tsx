import type { Account } from '@mutual-transfer/domain/accounts/user';
import { personCorrection } from '@mutual-transfer/domain/administration/administration';
import { useQueryClient } from '@tanstack/react-query';
import { TeachingFields } from '../../account/profile/teaching-fields.tsx';
import type { FieldErrors } from '../../form/form-values.ts';
import { latinDigits } from '../../form/latin-digits.ts';
import { schemaErrors } from '../../form/schema-errors.ts';
import { useForm } from '../../form/use-form.ts';
import { PlaceFields } from '../../places/place-fields.tsx';
import { callApi } from '../../platform/api/client.ts';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import { useSession } from '../../platform/session/session.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { showChanged } from '../admin.queries.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { isOfState } from '../sections/open-sections.ts';
import { type CorrectedValues, correctedValues, correctionOf, flatErrors } from './correction.ts';
import type { TeacherActionProps } from './teacher-action.ts';

/** Dialog that corrects a teacher's account. Only state administrators may change the email. The audit log records the reason. */
export function CorrectPerson({ teacher, userId, onClose, onDone }: TeacherActionProps) {
  const { t } = useTranslation();
  const session = useSession();
  const form = useCorrection(
    teacher,
    (account) => {
      onDone(t('admin.person.corrected', { name: account.name }));
    },
    userId,
  );
  return (
    <ReasonDialog
      failed={t('admin.person.failedCorrection')}
      form={form}
      hint={t('admin.viewAsReasonHint')}
      onClose={onClose}
      reason={form.text('reason')}
      submit={t('admin.person.correct')}
      title={t('admin.person.correctTitle', { name: teacher.name })}
    >
      <TextField autoComplete="off" label={t('register.name')} required {...form.text('name')} />
      <TextField
        autoComplete="off"
        inputMode="tel"
        label={t('register.phone')}
        required
        {...form.text('phone')}
      />
      {session !== null && isOfState(session.user) && (
        <TextField
          autoComplete="off"
          inputMode="email"
          label={t('register.email')}
          required
          type="email"
          {...form.text('email')}
        />
      )}
      <TextField autoComplete="off" label={t('register.schoolName')} required {...form.text('schoolName')} />
      <PlaceFields
        block="postingBlock"
        district="district"
        form={form}
        labels={{ district: t('register.currentDistrict'), block: t('register.postingBlock') }}
      />
      <TeachingFields form={form} />
    </ReasonDialog>
  );
}

function useCorrection(teacher: Account, onCorrected: (account: Account) => void, userId: string) {
  const messages = useMessages();
  const client = useQueryClient();
  const before = correctedValues(teacher);
  return useForm({
    initial: before,
    check: (values: CorrectedValues): FieldErrors =>
      flatErrors(schemaErrors(personCorrection, correctionOf(before, cleaned(values)), messages)),
    send: (values) =>
      callApi<Account>(`/admin/users/${teacher._id}`, {
        method: 'PUT',
        body: correctionOf(before, cleaned(values)),
      }),
    onDone: (account) => {
      onCorrected(account);
      return showChanged(client, userId, account);
    },
  });
}

function cleaned(values: CorrectedValues): CorrectedValues {
  return { ...values, phone: latinDigits(values.phone) };
}
