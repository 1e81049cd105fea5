import type { ComponentPropsWithRef, ReactNode } from 'react';
import classes from './field.module.css';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';

export interface TextFieldProps
  extends FieldFrameProps,
    Omit<ComponentPropsWithRef<'input'>, keyof FieldFrameProps | 'onChange'> {
  readonly onChange?: (value: string) => void;
  /** Button at the end of the input. */
  readonly button?: ReactNode;
}

/** Single-line text input. */
export function TextField({ button, onChange, 'aria-describedby': describedBy, ...props }: TextFieldProps) {
  const { label, description, error, required, className, ...input } = props;
  return (
    <FieldFrame {...{ label, description, error, required, className, describedBy }}>
      {(accessibility) => (
        <div className={classes.line}>
          <input
            className={`${classes.input} ${button ? classes.roomy : ''}`}
            {...input}
            onChange={onChange && ((event) => onChange(event.currentTarget.value))}
            {...accessibility}
          />
          {button}
        </div>
      )}
    </FieldFrame>
  );
}
