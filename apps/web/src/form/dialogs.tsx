import { type ComponentProps, type FormEvent, useState } from 'react';
import { useAction } from '../platform/use-action.ts';
import { CloseButton, ConfirmDialog, type ConfirmDialogProps, Dialog } from '../ui/dialog.tsx';
import { CallFailure } from './call-failure.tsx';
import { Form, SubmitRow } from './form.tsx';
import type { FieldErrors } from './form-values.ts';
import type { AnyForm } from './use-form.ts';

interface FormDialogProps
  extends Pick<ComponentProps<typeof SubmitRow>, 'form' | 'failed' | 'kind' | 'children'> {
  title: string;
  texts: ComponentProps<typeof SubmitRow>['texts'] & { cancel: string };
  onClose: () => void;
}

/** Dialog with a form. Cannot be closed while the form is being sent. */
export function FormDialog({ form, title, texts, onClose, children, ...end }: FormDialogProps) {
  return (
    <Dialog isLocked={form.isBusy} onClose={onClose} title={title}>
      <Form form={form}>
        {children}
        <SubmitRow {...end} form={form} texts={texts}>
          <CloseButton isLocked={form.isBusy}>{texts.cancel}</CloseButton>
        </SubmitRow>
      </Form>
    </Dialog>
  );
}

interface ConfirmationOptions {
  errors: () => FieldErrors | Promise<FieldErrors>;
  /** Loads or sets the data that the confirmation shows. */
  prepare?: () => unknown;
}

/**
 * Returns the state of a confirmation before a form is sent. Its `submit` shows the errors of the form immediately, and opens the
 * confirmation only if there are none.
 */
export function useConfirmation(form: Pick<AnyForm, 'submit'>, { errors, prepare }: ConfirmationOptions) {
  const [isAsked, setAsked] = useState(false);
  const ask = async () => {
    await prepare?.();
    setAsked(true);
  };
  return {
    isAsked,
    submit: async (event?: FormEvent) => {
      event?.preventDefault();
      if (Object.keys(await errors()).length > 0) form.submit();
      else await ask();
    },
    onClose: () => setAsked(false),
    onConfirm: () => {
      setAsked(false);
      form.submit();
    },
  };
}

interface ConfirmActionProps<Answer>
  extends Omit<ConfirmDialogProps, 'texts' | 'isBusy' | 'failure' | 'onConfirm'> {
  texts: ConfirmDialogProps['texts'] & {
    /** Error message for a failure without a reason from the server. */
    failed: string;
  };
  act: () => Promise<Answer>;
  onDone: (answer: Answer) => unknown;
  onFailed?: (error: Error) => void;
}

/** Dialog that confirms an action and runs it. `onDone` must close the dialog; after a failure it stays open and shows the reason. */
export function ConfirmAction<Answer>({
  act,
  onDone,
  onFailed,
  texts,
  ...dialog
}: ConfirmActionProps<Answer>) {
  const { run, isBusy, error } = useAction(act, onDone, onFailed);
  return (
    <ConfirmDialog
      {...dialog}
      failure={<CallFailure error={error} text={texts.failed} />}
      isBusy={isBusy}
      onConfirm={() => run()}
      texts={texts}
    />
  );
}
