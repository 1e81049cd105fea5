import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/language.tsx';
import button from '../button.module.css';
import classes from './field.module.css';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** Required password input with a button that shows and hides the text. */
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
