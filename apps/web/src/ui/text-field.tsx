import type { ComponentPropsWithRef, ReactNode } from 'react';
import classes from './field.module.css';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';

export interface TextFieldProps
  extends FieldFrameProps,
    Omit<ComponentPropsWithRef<'input'>, keyof FieldFrameProps> {
  /** A button at the end of the input. */
  readonly button?: ReactNode;
  /** Looks like a list to choose from. */
  readonly isChoice?: boolean;
}

/** A line of text. */
export function TextField({
  button,
  isChoice = false,
  'aria-describedby': describedBy,
  ...props
}: TextFieldProps) {
  const { label, description, error, required, className, ...input } = props;
  const looks = [classes.input, button ? classes.roomy : '', isChoice ? classes.choice : ''].join(' ');
  const frame = { label, description, error, required, className, describedBy };
  return (
    <FieldFrame {...frame}>
      {(ties) => (
        <div className={classes.line}>
          <input className={looks} {...input} {...ties} />
          {button}
        </div>
      )}
    </FieldFrame>
  );
}
