import type { Impersonation } from '@mutual-transfer/domain/administration/administration';
import { IMPERSONATION_REASON_MAXIMUM_LENGTH } from '@mutual-transfer/domain/constants';
import { useForm } from '../../form/use-form.ts';
import { callApi } from '../../platform/api/client.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useImpersonation } from '../../platform/session/use-impersonation.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
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
    <ReasonDialog
      failed={t('admin.failedImpersonation')}
      form={form}
      hint={t('admin.viewAsReasonHint')}
      isReasonOptional
      maxLength={IMPERSONATION_REASON_MAXIMUM_LENGTH}
      onClose={onClose}
      reason={form.text('reason')}
      submit={t('admin.viewAs')}
      title={t('admin.viewAsTitle', { name: teacher.name })}
    >
      <p>{t('admin.viewAsText')}</p>
    </ReasonDialog>
  );
}
