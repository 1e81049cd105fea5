import type { Session } from '@mutual-transfer/domain/accounts/user';
import { privacyKeys } from '@mutual-transfer/domain/requests/transfer-request-words';
import { Form } from '../../form/form.tsx';
import { FormEnd } from '../../form/form-end.tsx';
import { ReviewOffer } from '../../form/review-offer.tsx';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { CheckField } from '../../ui/fields/check-field.tsx';
import page from '../../ui/page.module.css';
import { AlsoAcceptable } from './also-acceptable.tsx';
import { RequestFields } from './request-fields.tsx';
import { type OnPosted, useRequestForm } from './use-request-form.ts';

/** Form of a new request: desired place and further places; teaching, reason and urgency; privacy. */
export function RequestForm({ session, onPosted }: { session: Session; onPosted: OnPosted }) {
  const { t } = useTranslation();
  const form = useRequestForm(session, onPosted);
  return (
    <Form className={page.panel} form={form}>
      <RequestFields form={form} user={session.user}>
        <AlsoAcceptable form={form} session={session} />
      </RequestFields>
      <fieldset className={page.well}>
        <legend>{t('request.privacy')}</legend>
        <p className={page.soft}>{t('request.privacyHint')}</p>
        {privacyKeys.map((key) => (
          <CheckField key={key} label={t(`hide.${key}`)} {...form.toggle(key)} />
        ))}
      </fieldset>
      <ReviewOffer form={form} />
      <FormEnd
        failed={t('request.failed')}
        form={form}
        isLarge
        texts={{ submit: t('request.submit'), busy: t('request.submitting') }}
      />
    </Form>
  );
}
