import { IconX } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useId } from 'react';
import { useTranslation } from '../platform/i18n/language.tsx';
import button from './button.module.css';
import { Button } from './button.tsx';
import classes from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
  /** While something is being done it cannot be closed: closing would not undo it. */
  readonly isLocked?: boolean;
}

/** A dialog of the browser's own: it keeps focus inside, closes on Escape, and gives focus back. */
export function Dialog({ title, children, onClose, isLocked = false }: DialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <dialog
      aria-labelledby={titleId}
      className={classes.dialog}
      // A press beside the dialog closes it, where the browser knows how.
      {...{ closedby: isLocked ? 'none' : 'any' }}
      onCancel={(event) => isLocked && event.target === event.currentTarget && event.preventDefault()}
      // React passes on what a dialog within this one tells.
      onClose={(event) => event.target === event.currentTarget && onClose()}
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
  readonly isLocked: boolean;
  readonly kind?: 'main' | 'soft';
  readonly children: ReactNode;
}

/** A button that closes the dialog it stands in. */
export function CloseButton({ isLocked, kind = 'soft', children }: CloseButtonProps) {
  return (
    <Button aria-disabled={isLocked} kind={kind} onClick={(event) => !isLocked && closeDialog(event)}>
      {children}
    </Button>
  );
}

/** Focus goes to the field marked for it, if there is one. */
function showModal(dialog: HTMLDialogElement | null): void {
  if (!dialog || dialog.open) return;
  dialog.showModal();
  dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
}

/** The browser's own way to close, which gives focus back and tells the dialog. */
function closeDialog(event: MouseEvent<HTMLButtonElement>): void {
  event.currentTarget.closest('dialog')?.close();
}
