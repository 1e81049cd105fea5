import type { ComponentPropsWithRef } from 'react';
import classes from './field.module.css';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';

interface FormSelectProps
  extends FieldFrameProps,
    Omit<ComponentPropsWithRef<'select'>, keyof FieldFrameProps> {}

/** A choice of one in a form, drawn by the browser. */
export function FormSelect(props: FormSelectProps) {
  const { label, description, error, required, className, ...select } = props;
  return (
    <FieldFrame {...{ label, description, error, required, className }}>
      {(ties) => <select className={`${classes.select} ${classes.choice}`} {...select} {...ties} />}
    </FieldFrame>
  );
}

/** The options of a choice, as codes and what the reader calls them. */
export function Options({
  of: options,
}: {
  of: readonly { readonly value: string; readonly label: string }[];
}) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
