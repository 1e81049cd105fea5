import { useTranslation } from '../../i18n/language.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import classes from './auth.module.css';
import { ForgotPassword } from './forgot-password.tsx';
import { FormEnd } from './form-end.tsx';
import { prepareChecks } from './load-checks.ts';
import { useLogin } from './use-login.ts';

export function LoginForm() {
  const { t } = useTranslation();
  const { form, element, captcha, submit, isBusy, error } = useLogin();
  return (
    <form
      className={`${classes.form} ${classes.panel}`}
      method="post"
      noValidate
      onFocus={prepareChecks}
      onSubmit={submit}
      ref={element}
    >
      <TextField
        autoCapitalize="none"
        autoComplete="username"
        inputMode="email"
        label={t('login.email')}
        required
        spellCheck={false}
        type="email"
        {...form.getInputProps('email')}
      />
      <div>
        <PasswordField
          autoComplete="current-password"
          label={t('login.password')}
          required
          {...form.getInputProps('password')}
        />
        <ForgotPassword
          email={form.values.email}
          onWrongEmail={(sentence) => {
            form.setFieldError('email', sentence);
            form.getInputNode('email')?.focus();
          }}
        />
      </div>
      <FormEnd
        captcha={captcha}
        captchaError={form.errors.captchaAnswer}
        error={error}
        failed={t('login.failed')}
        isBusy={isBusy}
        onAnswer={() => form.clearFieldError('captchaAnswer')}
        text={t(isBusy ? 'login.submitting' : 'login.submit')}
      />
    </form>
  );
}
