import { useTranslation } from '../../i18n/language.tsx';
import { FormGroup } from '../../ui/form-group.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import classes from './auth.module.css';
import type { RegistrationForm } from './use-registration.ts';

/** What the teacher signs in with. */
export function AccountFields({ form }: { form: RegistrationForm }) {
  const { t } = useTranslation();
  const password = form.getInputProps('password');
  return (
    <FormGroup title={t('register.account')}>
      <TextField
        autoCapitalize="none"
        autoComplete="email"
        className={classes.whole}
        inputMode="email"
        label={t('register.email')}
        required
        spellCheck={false}
        type="email"
        {...form.getInputProps('email')}
      />
      <PasswordField
        autoComplete="new-password"
        label={t('register.password')}
        description={t('register.passwordHint')}
        required
        {...password}
        onChange={(event) => {
          password.onChange(event);
          form.clearFieldError('confirmPassword');
        }}
      />
      <PasswordField
        autoComplete="new-password"
        label={t('register.confirmPassword')}
        required
        {...form.getInputProps('confirmPassword')}
      />
    </FormGroup>
  );
}
