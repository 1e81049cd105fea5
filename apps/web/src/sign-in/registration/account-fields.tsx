import { useTranslation } from '../../platform/i18n/language.tsx';
import { FormGroup } from '../../ui/fields/form-group.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import page from '../../ui/page.module.css';
import type { RegistrationForm } from './use-registration.ts';

/** Fields for email and password. */
export function AccountFields({ form }: { form: RegistrationForm }) {
  const { t } = useTranslation();
  return (
    <FormGroup title={t('register.account')}>
      <TextField
        autoCapitalize="none"
        autoComplete="email"
        className={page.whole}
        inputMode="email"
        label={t('register.email')}
        required
        spellCheck={false}
        type="email"
        {...form.text('email')}
      />
      <PasswordField
        autoComplete="new-password"
        description={t('register.passwordHint')}
        label={t('register.password')}
        required
        {...form.text('password')}
      />
      <PasswordField
        autoComplete="new-password"
        label={t('register.confirmPassword')}
        required
        {...form.text('confirmPassword')}
      />
    </FormGroup>
  );
}
