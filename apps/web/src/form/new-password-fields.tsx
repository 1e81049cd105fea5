import { PASSWORD_MINIMUM_LENGTH } from '@mutual-transfer/domain/constants';
import { countCharacters } from '@mutual-transfer/domain/language/text';
import { useTranslation } from '../platform/i18n/language.tsx';
import { PasswordField } from '../ui/fields/text-fields.tsx';
import type { TextBinding } from './form-values.ts';

/** Initial values of a change of password. */
export const emptyPasswords = { currentPassword: '', newPassword: '', confirmPassword: '' };

interface NewPasswordForm {
  text(name: keyof typeof emptyPasswords): TextBinding;
}

interface NewPasswordFieldsProps {
  form: NewPasswordForm;
  /** Rule of a new password, if it is not that of teachers. */
  hint?: string;
}

/** Current password, and the new one twice. */
export function NewPasswordFields({ form, hint }: NewPasswordFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <PasswordField
        autoComplete="current-password"
        label={t('password.current')}
        {...form.text('currentPassword')}
      />
      <PasswordField
        autoComplete="new-password"
        description={hint ?? t('register.passwordHint')}
        label={t('password.new')}
        {...form.text('newPassword')}
      />
      <PasswordField
        autoComplete="new-password"
        label={t('password.again')}
        {...form.text('confirmPassword')}
      />
    </>
  );
}

export function isTooShort(password: string): boolean {
  return countCharacters(password) < PASSWORD_MINIMUM_LENGTH;
}
