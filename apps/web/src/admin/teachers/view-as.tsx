import type { Impersonation } from '@mutual-transfer/domain/administration/administration';
import { IMPERSONATION_REASON_MAXIMUM_LENGTH } from '@mutual-transfer/domain/constants';
import { Form } from '../../form/form.tsx';
import { FormEnd } from '../../form/form-end.tsx';
import { useForm } from '../../form/use-form.ts';
import { callApi } from '../../platform/api/client.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useImpersonation } from '../../platform/session/use-impersonation.ts';
import { CloseButton, Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ActionFailure } from '../action-failure.tsx';
import type { TeacherActionProps } from './teacher-action.ts';

/** Dialog before an administrator views the product as a teacher. The reason is optional. */
export function ViewAs({ teacher, onClose }: TeacherActionProps) {
  const { t } = useTranslation();
  const { begin } = useImpersonation();
  const form = useForm({
    initial: { reason: '' },
    check: () => ({}),
    send: ({ reason }) =>
      callApi<Impersonation>(`/admin/impersonate/${teacher._id}`, {
        method: 'POST',
        body: reason.trim() === '' ? {} : { reason: reason.trim() },
      }),
    onDone: begin,
  });
  return (
    <Dialog isLocked={form.isBusy} onClose={onClose} title={t('admin.viewAsTitle', { name: teacher.name })}>
      <Form form={form}>
        <p>{t('admin.viewAsText')}</p>
        <TextField
          autoComplete="off"
          data-autofocus
          description={t('admin.viewAsReasonHint')}
          label={`${t('admin.viewAsReason')} (${t('common.optional')})`}
          maxLength={IMPERSONATION_REASON_MAXIMUM_LENGTH}
          {...form.text('reason')}
        />
        <FormEnd
          failed={(error) => <ActionFailure error={error} text={t('admin.failedImpersonation')} />}
          form={form}
          texts={{ submit: t('admin.viewAs'), busy: t('admin.working') }}
        >
          <CloseButton isLocked={form.isBusy}>{t('admin.cancel')}</CloseButton>
        </FormEnd>
      </Form>
    </Dialog>
  );
}
