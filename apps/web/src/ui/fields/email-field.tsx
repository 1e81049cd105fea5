import type { ComponentProps } from 'react';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { TextField } from './text-field.tsx';

interface EmailFieldProps extends Omit<ComponentProps<typeof TextField>, 'label'> {
  readonly autoComplete: string;
  readonly label?: string;
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
