import type { ReactNode } from 'react';
import { FormDialog } from '../form/dialogs.tsx';
import type { TextBinding } from '../form/form-values.ts';
import type { AnyForm } from '../form/use-form.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { TextArea } from '../ui/fields/text-fields.tsx';
import { ActionFailure } from './list/query-state.tsx';

interface ReasonDialogProps {
  form: AnyForm;
  title: string;
  /** Label of the button, if it differs from the title. */
  submit?: string;
  /** Explains how the reason is used. */
  hint?: string;
  reason: TextBinding;
  isReasonOptional?: boolean;
  /** Maximum length of the reason in characters, if the form does not check it. */
  maxLength?: number;
  /** Message above the server's reason, or a function that renders any refusal. */
  failed: string | ((error: Error) => ReactNode);
  kind?: 'main' | 'grave';
  onClose: () => void;
  /** Explanation and other fields, above the reason. */
  children?: ReactNode;
}

/** Dialog that confirms an action of an administrator with a reason. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { form, title, submit = title, hint, reason, isReasonOptional = false, failed, onClose } = props;
  const { t } = useTranslation();
  const label = t('admin.viewAsReason');
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={title}
      failed={typeof failed === 'string' ? (error) => <ActionFailure error={error} text={failed} /> : failed}
      kind={props.kind ?? 'main'}
      texts={{ submit, busy: t('admin.working'), cancel: t('admin.cancel') }}
    >
      {props.children}
      <TextArea
        data-autofocus
        description={hint}
        maxLength={props.maxLength}
        label={isReasonOptional ? `${label} (${t('common.optional')})` : label}
        required={!isReasonOptional}
        {...reason}
      />
    </FormDialog>
  );
}
