import classes from './check-field.module.css';

interface CheckFieldProps {
  label: string;
  name?: string;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
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
