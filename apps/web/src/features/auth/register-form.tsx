import { useTranslation } from '../../i18n/language.tsx';
import { TeachingFields } from '../../teacher/teaching-fields.tsx';
import { WishFields, WorkFields } from '../../teacher/work-fields.tsx';
import { YouFields } from '../../teacher/you-fields.tsx';
import { AccountFields } from './account-fields.tsx';
import classes from './auth.module.css';
import { Consent } from './consent.tsx';
import { FormEnd } from './form-end.tsx';
import { prepareChecks } from './load-checks.ts';
import { useRegistration } from './use-registration.ts';

/** Who, where, where to, what; then the login and the security check. */
export function RegisterForm() {
  const { t } = useTranslation();
  const { form, element, captcha, submit, isRestored, isBusy, error } = useRegistration();
  return (
    <form
      className={classes.form}
      method="post"
      noValidate
      onFocus={prepareChecks}
      onSubmit={submit}
      ref={element}
    >
      {isRestored && (
        <p className={classes.note} role="status">
          {t('register.draftKept')}
        </p>
      )}
      <YouFields form={form} />
      <WorkFields form={form} />
      <WishFields form={form} />
      <TeachingFields form={form} />
      <AccountFields form={form} />
      <Consent />
      <FormEnd
        captcha={captcha}
        captchaError={form.errors.captchaAnswer}
        error={error}
        failed={t('register.failed')}
        isBusy={isBusy}
        onAnswer={() => form.clearFieldError('captchaAnswer')}
        text={t(isBusy ? 'register.submitting' : 'register.submit')}
      />
    </form>
  );
}
