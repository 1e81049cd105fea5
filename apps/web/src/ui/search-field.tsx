import { useId } from 'react';
import classes from './field.module.css';

interface SearchFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly placeholder: string;
  readonly maxLength: number;
  readonly onChange: (value: string) => void;
}

/** Words to look for. */
export function SearchField({ label, onChange, ...input }: SearchFieldProps) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      <input
        className={classes.input}
        id={id}
        onChange={(event) => onChange(event.currentTarget.value)}
        type="search"
        {...input}
      />
    </div>
  );
}
