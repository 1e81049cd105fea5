import type { ComponentPropsWithRef } from 'react';
import classes from './button.module.css';

interface ButtonProps extends ComponentPropsWithRef<'button'> {
  /** `main`: one per page or form. `grave`: irreversible actions. */
  kind?: 'main' | 'soft' | 'quiet' | 'grave';
  /** Shows a spinner and ignores presses. Keeps the focus. */
  isBusy?: boolean;
  isLarge?: boolean | undefined;
}

/** Button, at least as large as a touch target. */
export function Button({
  kind = 'soft',
  isBusy = false,
  isLarge,
  className,
  onClick,
  ...button
}: ButtonProps) {
  const classNames = [classes[kind], isLarge ? classes.large : undefined, className];
  return (
    <button
      aria-disabled={isBusy || undefined}
      className={classNames.filter(Boolean).join(' ')}
      data-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      type="button"
      {...button}
    />
  );
}
