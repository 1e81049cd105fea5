import type { ComponentPropsWithRef } from 'react';
import classes from './button.module.css';

interface ButtonProps extends ComponentPropsWithRef<'button'> {
  /** `main` once a screen or form, `grave` for what cannot be taken back. */
  readonly kind?: 'main' | 'soft' | 'quiet' | 'grave';
  /** It turns a wheel, and a press does nothing; focus stays where it is. */
  readonly isBusy?: boolean;
  /** Stretches to the width of its container. */
  readonly isLarge?: boolean | undefined;
}

/** A button, as large as a thumb needs. */
export function Button({
  kind = 'soft',
  isBusy = false,
  isLarge,
  className,
  onClick,
  ...button
}: ButtonProps) {
  const looks = [classes[kind], isLarge ? classes.large : undefined, className];
  return (
    <button
      aria-disabled={isBusy || undefined}
      className={looks.filter(Boolean).join(' ')}
      data-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      type="button"
      {...button}
    />
  );
}
