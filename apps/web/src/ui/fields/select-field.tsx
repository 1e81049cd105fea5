import type { ComponentPropsWithRef } from 'react';
import type { Option } from '../../platform/i18n/sorted-options.ts';
import classes from './field.module.css';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';

interface SelectFieldProps
  extends FieldFrameProps,
    Omit<ComponentPropsWithRef<'select'>, keyof FieldFrameProps | 'onChange'> {
  /** Options. `children` follow them, for option groups. */
  options: readonly Option[];
  /** Omitted if the form reads its fields itself. */
  onChange?: (value: string) => void;
}

/** Native select: works before any script runs. */
export function SelectField({ options, children, onChange, ...props }: SelectFieldProps) {
  const { label, description, error, required, className, ...select } = props;
  return (
    <FieldFrame {...{ label, description, error, required, className }}>
      {(accessibility) => (
        <select
          className={`${classes.input} ${classes.choice} ${classes.select}`}
          {...select}
          onChange={(event) => onChange?.(event.currentTarget.value)}
          {...accessibility}
        >
          <Options of={options} />
          {children}
        </select>
      )}
    </FieldFrame>
  );
}

/** Options of a select: codes and labels. */
export function Options({ of: options }: { of: readonly Option[] }) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
