import type { Account } from '@mutual-transfer/domain/accounts/user';
import { newVerification } from '@mutual-transfer/domain/administration/administration';
import { FormDialog } from '../../form/form-dialog.tsx';
import { schemaErrors } from '../../form/schema-errors.ts';
import { useForm } from '../../form/use-form.ts';
import { callApi } from '../../platform/api/client.ts';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { ActionFailure } from '../action-failure.tsx';
import type { TeacherActionProps } from './teacher-action.ts';

/** Dialog that verifies the teacher, with a note on the evidence, or removes the verification. */
export function Verification({ teacher, onClose, onDone }: TeacherActionProps) {
  const { t } = useTranslation();
  const messages = useMessages();
  const { isVerified, _id } = teacher;
  const title = t(isVerified ? 'admin.person.unverify' : 'admin.person.verify');
  const form = useForm({
    initial: { note: '' },
    check: (body) => (isVerified ? {} : schemaErrors(newVerification, body, messages)),
    send: (body) =>
      callApi<Account>(
        `/admin/users/${_id}/verification`,
        isVerified ? { method: 'DELETE' } : { method: 'PUT', body },
      ),
    onDone: () => onDone(t(isVerified ? 'admin.person.unverified' : 'admin.person.verified')),
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={title}
      failed={(error) => <ActionFailure error={error} text={t('admin.person.failedVerify')} />}
      texts={{ submit: title, busy: t('admin.working'), cancel: t('admin.cancel') }}
    >
      {!isVerified && (
        <TextArea data-autofocus label={t('admin.person.verifyNote')} required {...form.text('note')} />
      )}
    </FormDialog>
  );
}
