import { IconX } from '@tabler/icons-react';
import { type MouseEvent, type ReactElement, type ReactNode, useId } from 'react';
import { useTranslation } from '../platform/i18n/language.tsx';
import button from './button.module.css';
import { Button } from './button.tsx';
import classes from './dialog.module.css';
import page from './page.module.css';

interface DialogProps {
  title: string;
  children: ReactNode;
  onClose: () => void;
  /** Prevents closing while an action is pending, since closing would not undo it. */
  isLocked?: boolean;
  /** Fills the height of a phone's screen. The content scrolls by itself. */
  isTall?: boolean;
}

/** Native modal dialog: traps the focus, closes on Escape, and restores the focus. */
export function Dialog({ title, children, onClose, isLocked = false, isTall = false }: DialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <dialog
      aria-labelledby={titleId}
      className={isTall ? `${classes.dialog} ${classes.tall}` : classes.dialog}
      // A press outside the dialog closes it, in browsers that support `closedby`.
      closedby={isLocked ? 'none' : 'any'}
      onCancel={(event) => isLocked && event.target === event.currentTarget && event.preventDefault()}
      // React also bubbles the events of a nested dialog. The event of a dialog that the page removed arrives later.
      onClose={({ target, currentTarget: dialog }) =>
        target === dialog && dialog.isConnected && !dialog.open && onClose()
      }
      ref={showModal}
    >
      <div className={classes.top}>
        <h2 id={titleId}>{title}</h2>
        <button
          aria-disabled={isLocked}
          aria-label={t('common.close')}
          className={button.icon}
          onClick={(event) => !isLocked && closeDialog(event)}
          type="button"
        >
          <IconX aria-hidden="true" size={22} />
        </button>
      </div>
      {children}
    </dialog>
  );
}

interface CloseButtonProps {
  isLocked: boolean;
  kind?: 'main' | 'soft';
  children: ReactNode;
}

export function CloseButton({ isLocked, kind = 'soft', children }: CloseButtonProps) {
  return (
    <Button aria-disabled={isLocked} kind={kind} onClick={(event) => !isLocked && closeDialog(event)}>
      {children}
    </Button>
  );
}

/**
 * Opens the dialog and focuses the field marked for it, if any. Returns a function that closes it: a dialog that is only removed does not
 * restore the focus.
 */
function showModal(dialog: HTMLDialogElement | null): (() => void) | undefined {
  if (!dialog || dialog.open) return undefined;
  dialog.showModal();
  dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  return () => dialog.close();
}

/** Closes the dialog natively, which restores the focus and fires `close`. */
function closeDialog(event: MouseEvent<HTMLButtonElement>): void {
  event.currentTarget.closest('dialog')?.close();
}

export interface ConfirmDialogProps {
  title: string;
  text: string;
  texts: { confirm: string; cancel: string };
  isBusy: boolean;
  /** Set for actions that remove nothing, which need no warning colour. */
  isHarmless?: boolean;
  /** Additional content below the text. */
  children?: ReactNode;
  /** Error message after a failed attempt. */
  failure?: ReactElement | null | undefined;
  /** Replaces the button that confirms, for an action that is not possible now. */
  instead?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
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
