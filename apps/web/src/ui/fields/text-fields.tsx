import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type ComponentProps, type ComponentPropsWithRef, type ReactNode, useState } from 'react';
import { useTranslation } from '../../platform/i18n/language.tsx';
import button from '../button.module.css';
import classes from './field.module.css';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';

interface TextFieldProps
  extends FieldFrameProps,
    Omit<ComponentPropsWithRef<'input'>, keyof FieldFrameProps | 'onChange'> {
  onChange?: (value: string) => void;
  /** Button at the end of the input. */
  button?: ReactNode;
}

export function TextField({ button, onChange, 'aria-describedby': describedBy, ...props }: TextFieldProps) {
  const { label, description, error, required, className, ...input } = props;
  return (
    <FieldFrame {...{ label, description, error, required, className, describedBy }}>
      {(accessibility) => (
        <div className={classes.line}>
          <input
            className={`${classes.input} ${button ? classes.roomy : ''}`}
            {...input}
            onChange={onChange && ((event) => onChange(event.currentTarget.value))}
            {...accessibility}
          />
          {button}
        </div>
      )}
    </FieldFrame>
  );
}

interface TextAreaProps
  extends FieldFrameProps,
    Omit<ComponentPropsWithRef<'textarea'>, keyof FieldFrameProps | 'onChange'> {
  onChange: (value: string) => void;
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

interface EmailFieldProps extends Omit<ComponentProps<typeof TextField>, 'label'> {
  autoComplete: string;
  label?: string;
}

/** Text field for an email address, without auto-capitalisation and spell checking. */
export function EmailField({ label, ...props }: EmailFieldProps) {
  const { t } = useTranslation();
  return (
    <TextField
      autoCapitalize="none"
      inputMode="email"
      spellCheck={false}
      type="email"
      label={label ?? t('person.email')}
      required
      {...props}
    />
  );
}

interface PhoneFieldProps extends Omit<ComponentProps<typeof TextField>, 'label'> {
  autoComplete: string;
  label?: string;
}

/** Text field for a phone number, which opens the telephone keypad on a phone. */
export function PhoneField({ label, ...props }: PhoneFieldProps) {
  const { t } = useTranslation();
  return <TextField inputMode="tel" type="tel" label={label ?? t('register.phone')} required {...props} />;
}

/** Text field for a one-time code of digits, which the browser may fill in from a message. */
export function CodeField(props: ComponentProps<typeof TextField>) {
  return <TextField autoComplete="one-time-code" inputMode="numeric" maxLength={20} {...props} />;
}

export function PasswordField(props: Omit<TextFieldProps, 'required'>) {
  const { t } = useTranslation();
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? IconEyeOff : IconEye;
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      button={
        <button
          aria-label={t(isShown ? 'password.hide' : 'password.show')}
          className={`${button.icon} ${classes.inside}`}
          onClick={() => setIsShown(!isShown)}
          type="button"
        >
          <Icon aria-hidden="true" size={20} />
        </button>
      }
      required
      spellCheck={false}
      type={isShown ? 'text' : 'password'}
      {...props}
    />
  );
}
