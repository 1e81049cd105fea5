import { useId } from 'react';
import page from '../page.module.css';
import check from './check-field.module.css';
import classes from './switch-field.module.css';

interface SwitchFieldProps {
  label: string;
  /** Name of the row that the switch belongs to. Screen readers read it after the label. */
  of?: string;
  /** Sentence below the switch. */
  hint?: string;
  /** Id of the description of a switch without `hint`. */
  describedBy?: string;
  name: string;
  isOn: boolean;
  isDisabled: boolean;
  onChange: (isOn: boolean) => void;
}

export function SwitchField({
  label,
  of,
  hint,
  describedBy,
  name,
  isOn,
  isDisabled,
  onChange,
}: SwitchFieldProps) {
  const id = useId();
  return (
    <div>
      <label className={`${check.field} ${classes.line}`}>
        <input
          aria-checked={isOn}
          aria-describedby={describedBy ?? id}
          checked={isOn}
          className={classes.switch}
          disabled={isDisabled}
          name={name}
          onChange={(event) => onChange(event.currentTarget.checked)}
          role="switch"
          type="checkbox"
        />
        <strong>
          {label}
          {of !== undefined && <span className="visually-hidden">: {of}</span>}
        </strong>
      </label>
      {hint !== undefined && (
        <p className={page.soft} id={id}>
          {hint}
        </p>
      )}
    </div>
  );
}
