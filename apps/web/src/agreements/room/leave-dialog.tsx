import { LEAVE_REASON_MAXIMUM_LENGTH } from '@mutual-transfer/domain/agreements/agreement-rules';
import { type ReactElement, useState } from 'react';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';

interface LeaveDialogProps {
  readonly title: string;
  /** Consequences for the other members. */
  readonly text: string;
  readonly isBusy: boolean;
  readonly failure: ReactElement | null | undefined;
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
}

/** Dialog that confirms declining or leaving, with an optional reason. */
export function LeaveDialog({ title, text, isBusy, failure, onConfirm, onClose }: LeaveDialogProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      failure={failure}
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={() => onConfirm(reason)}
      text={text}
      texts={{ confirm: title, cancel: t('common.cancel') }}
      title={title}
    >
      <TextArea
        description={t('agreements.reasonHint')}
        label={t('agreements.reason')}
        maxLength={LEAVE_REASON_MAXIMUM_LENGTH}
        onChange={setReason}
        value={reason}
      />
    </ConfirmDialog>
  );
}
