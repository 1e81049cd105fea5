import { useId } from 'react';
import classes from './check-field.module.css';
import field from './field.module.css';

interface CheckFieldProps {
  label: string;
  name?: string;
  isOn: boolean;
  isDisabled?: boolean;
  error?: string | undefined;
  onChange: (isOn: boolean) => void;
}

export function CheckField({ label, name, isOn, isDisabled = false, error, onChange }: CheckFieldProps) {
  const id = useId();
  const check = (
    <label className={classes.field}>
      <input
        aria-describedby={error && id}
        aria-invalid={error ? 'true' : undefined}
        checked={isOn}
        disabled={isDisabled}
        name={name}
        onChange={(event) => onChange(event.currentTarget.checked)}
        type="checkbox"
      />
      {label}
    </label>
  );
  if (!error) return check;
  return (
    <div>
      {check}
      <p className={field.error} id={id}>
        {error}
      </p>
    </div>
  );
}
