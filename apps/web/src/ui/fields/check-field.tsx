import classes from './check-field.module.css';

interface CheckFieldProps {
  readonly label: string;
  readonly name?: string;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Labelled checkbox. */
export function CheckField({ label, name, isOn, isDisabled = false, onChange }: CheckFieldProps) {
  return (
    <label className={classes.field}>
      <input
        checked={isOn}
        disabled={isDisabled}
        name={name}
        onChange={(event) => onChange(event.currentTarget.checked)}
        type="checkbox"
      />
      {label}
    </label>
  );
}
