import { TeachingFields } from '../../account/profile/teaching-fields.tsx';
import { WishFields, WorkFields } from '../../account/profile/work-fields.tsx';
import { YouFields } from '../../account/profile/you-fields.tsx';
import { Form } from '../../form/form.tsx';
import { FormEnd } from '../../form/form-end.tsx';
import { FormStep, StepProgress } from '../../form/form-steps.tsx';
import { sentByStep } from '../../form/use-steps.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { FormFoot } from '../../ui/fields/form-group.tsx';
import page from '../../ui/page.module.css';
import { CaptchaCheck } from '../captcha/captcha-check.tsx';
import { prepareChecks } from '../load-checks.ts';
import { AccountFields } from './account-fields.tsx';
import { Consent } from './consent.tsx';
import { PhoneClaim, PhoneProof, usePhoneClaim } from './phone-claim.tsx';
import { PrivacyFields } from './privacy-fields.tsx';
import { useRegistration } from './use-registration.ts';

/** Registration form in four steps: places, teaching, person, login. The security check comes last, since it expires soon. */
export function RegisterForm() {
  const { t } = useTranslation();
  const { form, captcha, steps } = useRegistration();
  const claim = usePhoneClaim(form, captcha);
  return (
    <Form form={sentByStep(form, steps)} onStart={prepareChecks}>
      {form.isRestored && steps.isFirst && (
        <p className={page.note} role="status">
          {t('register.draftRestored')}
        </p>
      )}
      <StepProgress steps={steps} />
      <FormStep at={0} steps={steps}>
        <WorkFields form={form} />
        <WishFields form={form} />
      </FormStep>
      <FormStep at={1} steps={steps}>
        <TeachingFields form={form} />
      </FormStep>
      <FormStep at={2} steps={steps}>
        <YouFields form={form} />
        <PhoneProof claim={claim} />
      </FormStep>
      <FormStep at={3} steps={steps}>
        <AccountFields form={form} />
        <PrivacyFields form={form} />
      </FormStep>
      <FormFoot>
        {steps.isLast && <Consent />}
        {(steps.isLast || claim.isOffered) && (
          <CaptchaCheck
            captcha={captcha}
            error={claim.needsAnswer ? t('captcha.first') : undefined}
            form={form}
          />
        )}
        <PhoneClaim claim={claim} form={form} />
        <FormEnd
          failed={t('register.failed')}
          form={form}
          isLarge
          texts={
            steps.isLast
              ? { submit: t('register.submit'), busy: t('register.submitting') }
              : { submit: t('form.goOn') }
          }
        >
          {!steps.isFirst && <Button onClick={steps.goBack}>{t('form.goBack')}</Button>}
        </FormEnd>
      </FormFoot>
    </Form>
  );
}
