import type { ComponentPropsWithRef } from 'react';
import classes from './field.module.css';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';

interface TextAreaProps
  extends FieldFrameProps,
    Omit<ComponentPropsWithRef<'textarea'>, keyof FieldFrameProps | 'onChange'> {
  readonly onChange: (value: string) => void;
}

/** Multi-line text input. Grows with its text in browsers that support `field-sizing`. */
export function TextArea({ onChange, ...props }: TextAreaProps) {
  const { label, description, error, required, className, ...area } = props;
  return (
    <FieldFrame {...{ label, description, error, required, className }}>
      {(accessibility) => (
        <textarea
          className={`${classes.input} ${classes.area}`}
          rows={3}
          {...area}
          onChange={(event) => onChange(event.currentTarget.value)}
          {...accessibility}
        />
      )}
    </FieldFrame>
  );
}
