import { useTranslation } from '../../platform/i18n/language.tsx';
import { EmailField } from '../../ui/fields/email-field.tsx';
import { FormGroup } from '../../ui/fields/form-group.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import page from '../../ui/page.module.css';
import type { RegistrationForm } from './use-registration.ts';

/** Fields for email and password. */
export function AccountFields({ form }: { form: RegistrationForm }) {
  const { t } = useTranslation();
  return (
    <FormGroup title={t('register.account')}>
      <EmailField autoComplete="email" className={page.whole} {...form.text('email')} />
      <PasswordField
        autoComplete="new-password"
        description={t('register.passwordHint')}
        label={t('login.password')}
        {...form.text('password')}
      />
      <PasswordField
        autoComplete="new-password"
        label={t('register.confirmPassword')}
        {...form.text('confirmPassword')}
      />
    </FormGroup>
  );
}
