import type { ComponentProps } from 'react';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { TextField } from './text-field.tsx';

interface PhoneFieldProps extends Omit<ComponentProps<typeof TextField>, 'label'> {
  readonly autoComplete: string;
  readonly label?: string;
}

/** Text field for a phone number, which opens the telephone keypad on a phone. */
export function PhoneField({ label, ...props }: PhoneFieldProps) {
  const { t } = useTranslation();
  return <TextField inputMode="tel" type="tel" label={label ?? t('register.phone')} required {...props} />;
}
