import type { Account } from '@mutual-transfer/domain/accounts/user';
import {
  type PersonCorrection,
  personCorrection,
} from '@mutual-transfer/domain/administration/administration';
import { useQueryClient } from '@tanstack/react-query';
import { Form } from '../../form/form.tsx';
import { FormEnd } from '../../form/form-end.tsx';
import type { FieldErrors } from '../../form/form-values.ts';
import { latinDigits } from '../../form/latin-digits.ts';
import { schemaErrors } from '../../form/schema-errors.ts';
import { useForm } from '../../form/use-form.ts';
import { PlaceFields } from '../../places/place-fields.tsx';
import { callApi } from '../../platform/api/client.ts';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import { CloseButton, Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ActionFailure } from '../action-failure.tsx';
import { showChanged } from '../admin.queries.ts';
import { type CorrectedValues, correctedValues, correctionOf, flatErrors } from './correction.ts';
import type { TeacherActionProps } from './teacher-action.ts';

/** Dialog that corrects a teacher's account. The reason goes to the audit log. */
export function CorrectPerson({ teacher, token, onClose, onDone }: TeacherActionProps) {
  const { t } = useTranslation();
  const form = useCorrection(
    teacher,
    (account) => {
      onDone(t('admin.person.corrected', { name: account.name }));
    },
    token,
  );
  return (
    <Dialog
      isLocked={form.isBusy}
      onClose={onClose}
      title={t('admin.person.correctTitle', { name: teacher.name })}
    >
      <Form form={form}>
        <TextField autoComplete="off" label={t('register.name')} required {...form.text('name')} />
        <TextField
          autoComplete="off"
          inputMode="tel"
          label={t('register.phone')}
          required
          {...form.text('phone')}
        />
        <TextField
          autoComplete="off"
          inputMode="email"
          label={t('register.email')}
          required
          type="email"
          {...form.text('email')}
        />
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
        <TextField
          autoComplete="off"
          description={t('admin.viewAsReasonHint')}
          label={t('admin.viewAsReason')}
          required
          {...form.text('reason')}
        />
        <FormEnd
          failed={(error) => <ActionFailure error={error} text={t('admin.person.failedCorrection')} />}
          form={form}
          texts={{ submit: t('admin.person.correct'), busy: t('admin.working') }}
        >
          <CloseButton isLocked={form.isBusy}>{t('admin.cancel')}</CloseButton>
        </FormEnd>
      </Form>
    </Dialog>
  );
}

function useCorrection(teacher: Account, onCorrected: (account: Account) => void, token: string) {
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
        body: correctionOf(before, cleaned(values)) satisfies Partial<PersonCorrection>,
      }),
    onDone: (account) => {
      onCorrected(account);
      return showChanged(client, token, account);
    },
  });
}

function cleaned(values: CorrectedValues): CorrectedValues {
  return { ...values, phone: latinDigits(values.phone) };
}
