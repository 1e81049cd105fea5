import { type ReactNode, useId } from 'react';
import classes from './field.module.css';

/** Label, hint and error around an input. */
export interface FieldFrameProps {
  label: string;
  /** Hint below the input, so that inputs side by side stay aligned. */
  description?: ReactNode;
  error?: string | undefined;
  required?: boolean | undefined;
  className?: string | undefined;
}

/** Attributes that link an input to its label, hint and error. */
interface Accessibility {
  id: string;
  required: boolean;
  'aria-invalid': 'true' | undefined;
  'aria-describedby': string | undefined;
}

interface Props extends FieldFrameProps {
  /** Id of the input, for an owner that refers to it. */
  id?: string | undefined;
  /** Id of a further text that describes the input. */
  describedBy?: string | undefined;
  children: (accessibility: Accessibility) => ReactNode;
}

/** Form input with label, hint and error message. */
export function FieldFrame(props: Props) {
  const { label, description, error, required = false, className, describedBy, children } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const texts = [
    describedBy,
    error ? `${id}-error` : undefined,
    description ? `${id}-description` : undefined,
  ].filter((text) => text !== undefined);
  return (
    <div className={className}>
      <label className={classes.label} htmlFor={id} id={`${id}-label`}>
        {label}
        {required && (
          <span aria-hidden="true" className={classes.required}>
            {' *'}
          </span>
        )}
      </label>
      {children({
        id,
        required,
        'aria-invalid': error ? 'true' : undefined,
        'aria-describedby': texts.join(' ') || undefined,
      })}
      {description && (
        <p className={classes.description} id={`${id}-description`}>
          {description}
        </p>
      )}
      {error && (
        <p className={classes.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
