import { type ReactNode, useEffect, useRef } from 'react';
import button from './button.module.css';
import classes from './confirm-dialog.module.css';
import { closeDialog, Dialog } from './dialog.tsx';
import { Failure } from './failure.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  readonly text: string;
  readonly texts: { readonly confirm: string; readonly cancel: string };
  readonly isBusy: boolean;
  /** Something that takes nothing away needs no alarm. */
  readonly isHarmless?: boolean;
  /** What else there is to say or to fill in. */
  readonly children?: ReactNode;
  /** Why it could not be done, once it was tried. */
  readonly failure?: string | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that should not happen by mistake; stays open, and says so, when it could not be done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, texts, isBusy, isHarmless = false, children, failure, onConfirm, onClose } = props;
  // Two presses may come before the first one shows.
  const isPressed = useRef(false);
  useEffect(() => {
    if (!isBusy) isPressed.current = false;
  }, [isBusy]);
  const confirm = () => {
    if (isBusy || isPressed.current) return;
    isPressed.current = true;
    onConfirm();
  };
  return (
    <Dialog isLocked={isBusy} onClose={onClose} title={title}>
      <div className={classes.content}>
        <p>{text}</p>
        {children}
        {failure !== undefined && <Failure text={failure} />}
        <div className={classes.actions}>
          <button
            aria-disabled={isBusy}
            className={button.soft}
            onClick={(event) => !isBusy && closeDialog(event)}
            type="button"
          >
            {texts.cancel}
          </button>
          <button
            aria-disabled={isBusy}
            className={isHarmless ? button.main : `${button.main} ${classes.grave}`}
            onClick={confirm}
            type="button"
          >
            {texts.confirm}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
