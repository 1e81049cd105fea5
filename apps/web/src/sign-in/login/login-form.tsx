import { Form } from '../../form/form.tsx';
import { FormEnd } from '../../form/form-end.tsx';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import page from '../../ui/page.module.css';
import { CaptchaCheck } from '../captcha/captcha-check.tsx';
import type { FirstCaptcha } from '../captcha/use-captcha.ts';
import { prepareChecks } from '../load-checks.ts';
import { ForgotPassword } from '../password-reset/forgot-password.tsx';
import { useLogin } from './use-login.ts';

export function LoginForm({ captcha: first }: { captcha: FirstCaptcha | null }) {
  const { t } = useTranslation();
  const { form, captcha } = useLogin(first);
  return (
    <Form className={page.panel} form={form} onStart={prepareChecks}>
      <TextField
        autoCapitalize="none"
        autoComplete="username"
        inputMode="email"
        label={t('login.identifier')}
        required
        spellCheck={false}
        {...form.text('email')}
      />
      <div>
        <PasswordField
          autoComplete="current-password"
          label={t('login.password')}
          {...form.text('password')}
        />
        <ForgotPassword email={form.values.email} onWrongEmail={(email) => form.refuse({ email })} />
      </div>
      <CaptchaCheck captcha={captcha} form={form} />
      <FormEnd
        failed={t('login.failed')}
        form={form}
        isLarge
        texts={{ submit: t('login.submit'), busy: t('login.submitting') }}
      />
    </Form>
  );
}
