import { TextInput } from '@mantine/core';
import type { Impersonation } from '@mutual-transfer/domain/administration';
import { IMPERSONATION_REASON_MAXIMUM_LENGTH } from '@mutual-transfer/domain/constants';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useTranslation } from '../../i18n/language.tsx';
import { useImpersonation } from '../../session/use-impersonation.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { belowInput } from '../../ui/form-order.ts';
import { ActionFailure } from './action-failure.tsx';
import type { DeedDialogProps } from './deed.ts';

/** Asks before an administrator looks through a teacher's eyes; why may be said. */
export function ViewAs({ teacher, onClose }: DeedDialogProps) {
  const { t } = useTranslation();
  const { begin } = useImpersonation();
  const [reason, setReason] = useState('');
  const { run, isBusy, error } = useAction(
    (why: string) =>
      callApi<Impersonation>(`/admin/impersonate/${teacher._id}`, {
        method: 'POST',
        body: why === '' ? {} : { reason: why },
      }),
    begin,
  );
  return (
    <ConfirmDialog
      isBusy={isBusy}
      isHarmless
      onClose={onClose}
      onConfirm={() => run(reason.trim())}
      text={t('admin.viewAsText')}
      texts={{ confirm: t(isBusy ? 'admin.working' : 'admin.viewAs'), cancel: t('admin.cancel') }}
      title={t('admin.viewAsTitle', { name: teacher.name })}
    >
      <TextInput
        autoComplete="off"
        data-autofocus
        description={t('admin.viewAsReasonHint')}
        inputWrapperOrder={belowInput}
        label={`${t('admin.viewAsReason')} (${t('common.optional')})`}
        maxLength={IMPERSONATION_REASON_MAXIMUM_LENGTH}
        onChange={(event) => setReason(event.currentTarget.value)}
        readOnly={isBusy}
        value={reason}
      />
      {!isBusy && <ActionFailure error={error} text={t('admin.failedImpersonation')} />}
    </ConfirmDialog>
  );
}
