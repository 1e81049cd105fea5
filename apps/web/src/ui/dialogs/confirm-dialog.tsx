import type { ReactElement, ReactNode } from 'react';
import { Button } from '../button.tsx';
import page from '../page.module.css';
import { CloseButton, Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  readonly title: string;
  readonly text: string;
  readonly texts: { readonly confirm: string; readonly cancel: string };
  readonly isBusy: boolean;
  /** Set for actions that remove nothing, which need no warning colour. */
  readonly isHarmless?: boolean;
  /** Additional content below the text. */
  readonly children?: ReactNode;
  /** Error message after a failed attempt. */
  readonly failure?: ReactElement | null | undefined;
  /** Replaces the button that confirms, for an action that is not possible now. */
  readonly instead?: ReactNode;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Dialog that confirms an action. Stays open with an error message if the action fails. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, texts, isBusy, isHarmless = false, children } = props;
  const { failure, instead, onConfirm, onClose } = props;
  const confirm = (
    <Button isBusy={isBusy} kind={isHarmless ? 'main' : 'grave'} onClick={onConfirm}>
      {texts.confirm}
    </Button>
  );
  return (
    <Dialog isLocked={isBusy} onClose={onClose} title={title}>
      <div className={page.stack}>
        <p>{text}</p>
        {children}
        {failure}
        <div className={page.buttons}>
          <CloseButton isLocked={isBusy}>{texts.cancel}</CloseButton>
          {instead === undefined ? confirm : instead}
        </div>
      </div>
    </Dialog>
  );
}
