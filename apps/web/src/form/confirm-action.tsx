import { useAction } from '../platform/api/use-action.ts';
import { ConfirmDialog, type ConfirmDialogProps } from '../ui/dialogs/confirm-dialog.tsx';
import { CallFailure } from './call-failure.tsx';

interface ConfirmActionProps<Answer>
  extends Omit<ConfirmDialogProps, 'texts' | 'isBusy' | 'failure' | 'onConfirm'> {
  readonly texts: ConfirmDialogProps['texts'] & {
    /** Error message for a failure without a reason from the server. */
    readonly failed: string;
  };
  readonly act: () => Promise<Answer>;
  readonly onDone: (answer: Answer) => unknown;
  readonly onFailed?: (error: Error) => void;
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
