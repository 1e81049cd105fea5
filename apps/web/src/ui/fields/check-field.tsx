import classes from './check-field.module.css';

interface CheckFieldProps {
  readonly label: string;
  readonly name?: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Labelled checkbox. */
export function CheckField({ label, name, isOn, onChange }: CheckFieldProps) {
  return (
    <label className={classes.field}>
      <input
        checked={isOn}
        name={name}
        onChange={(event) => onChange(event.currentTarget.checked)}
        type="checkbox"
      />
      {label}
    </label>
  );
}
