import { IconX } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from '../i18n/language.tsx';
import classes from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** A press beside the dialog closes it, where the browser knows how. */
const closedByAny = { closedby: 'any' } as const;

/** A dialog of the browser's own: it keeps focus inside, closes on Escape, and gives focus back. */
export function Dialog({ title, children, onClose }: DialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <dialog
      aria-labelledby={titleId}
      className={classes.dialog}
      {...closedByAny}
      onClose={onClose}
      ref={showModal}
    >
      <div className={classes.top}>
        <h2 id={titleId}>{title}</h2>
        <button aria-label={t('common.close')} className={classes.close} onClick={onClose} type="button">
          <IconX aria-hidden="true" size={22} />
        </button>
      </div>
      {children}
    </dialog>
  );
}

/** Focus goes to the field marked for it, if there is one. */
function showModal(dialog: HTMLDialogElement | null): void {
  if (!dialog || dialog.open) return;
  dialog.showModal();
  dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
}
