import { Form } from '../../form/form.tsx';
import { FormEnd } from '../../form/form-end.tsx';
import { useTranslation } from '../../i18n/language.tsx';
import { TeachingFields } from '../../teacher/teaching-fields.tsx';
import { WishFields, WorkFields } from '../../teacher/work-fields.tsx';
import { YouFields } from '../../teacher/you-fields.tsx';
import { FormFoot } from '../../ui/form-group.tsx';
import page from '../../ui/page.module.css';
import { AccountFields } from './account-fields.tsx';
import { CaptchaCheck } from './captcha-check.tsx';
import { Consent } from './consent.tsx';
import { prepareChecks } from './load-checks.ts';
import { PhoneClaim } from './phone-claim.tsx';
import { PrivacyFields } from './privacy-fields.tsx';
import { useRegistration } from './use-registration.ts';

/** Who, where, where to, what; then the login and the security check. */
export function RegisterForm() {
  const { t } = useTranslation();
  const { form, captcha } = useRegistration();
  return (
    <Form form={form} onStart={prepareChecks}>
      {form.isRestored && (
        <p className={page.note} role="status">
          {t('register.draftKept')}
        </p>
      )}
      <YouFields form={form} />
      <WorkFields form={form} />
      <WishFields form={form} />
      <TeachingFields form={form} />
      <AccountFields form={form} />
      <PrivacyFields form={form} />
      <FormFoot>
        <Consent />
        <PhoneClaim captcha={captcha} form={form} />
        <CaptchaCheck captcha={captcha} form={form} />
        <FormEnd
          failed={t('register.failed')}
          form={form}
          isLarge
          texts={{ submit: t('register.submit'), busy: t('register.submitting') }}
        />
      </FormFoot>
    </Form>
  );
}
