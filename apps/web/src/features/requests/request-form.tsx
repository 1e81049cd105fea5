import { ADDITIONAL_INFO_MAXIMUM_LENGTH, REASON_MAXIMUM_LENGTH } from '@mutual-transfer/domain/constants';
import { classRanges } from '@mutual-transfer/domain/reference/class-levels';
import { subjectNames } from '@mutual-transfer/domain/reference/subjects';
import { contactPreferences, privacyKeys, urgencies } from '@mutual-transfer/domain/transfer-request-words';
import type { Session } from '@mutual-transfer/domain/user';
import { Form } from '../../form/form.tsx';
import { FormEnd } from '../../form/form-end.tsx';
import { ReviewOffer } from '../../form/review-offer.tsx';
import { useTranslation } from '../../i18n/language.tsx';
import { useFormats, useNames } from '../../i18n/names.ts';
import { PlaceFields } from '../../teacher/place-fields.tsx';
import check from '../../ui/check-field.module.css';
import { CheckField } from '../../ui/check-field.tsx';
import page from '../../ui/page.module.css';
import { SelectField } from '../../ui/select-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import type { Posted } from './posted.ts';
import { useRequestForm } from './use-request-form.ts';

interface RequestFormProps {
  readonly session: Session;
  readonly onPosted: (posted: Posted) => void;
}

type RequestFields = ReturnType<typeof useRequestForm>;

/** Where to, what, why and how soon; what others may see. */
export function RequestForm({ session, onPosted }: RequestFormProps) {
  const { t } = useTranslation();
  const form = useRequestForm(session, onPosted);
  return (
    <Form className={page.panel} form={form}>
      <Wish form={form} />
      <TextArea
        description={t('request.reasonHint')}
        label={t('request.reason')}
        maxLength={REASON_MAXIMUM_LENGTH}
        required
        {...form.text('reason')}
      />
      <TextArea
        description={t('request.additionalInfoHint')}
        label={t('request.additionalInfo')}
        maxLength={ADDITIONAL_INFO_MAXIMUM_LENGTH}
        required
        {...form.text('additionalInfo')}
      />
      <div className={page.columns}>
        <SelectField
          label={t('urgency.label')}
          options={urgencies.map((urgency) => ({ value: urgency, label: t(`urgency.${urgency}`) }))}
          {...form.text('urgency')}
        />
        <SelectField
          label={t('contact.label')}
          options={contactPreferences.map((preference) => ({
            value: preference,
            label: t(`contact.${preference}`),
          }))}
          {...form.text('contactPreference')}
        />
      </div>
      <fieldset className={check.group}>
        <legend>{t('request.privacy')}</legend>
        <p className={page.soft}>{t('request.privacyHint')}</p>
        {privacyKeys.map((key) => (
          <CheckField key={key} label={t(`request.${key}`)} {...form.toggle(key)} />
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

/** Where to, and what the teacher teaches. */
function Wish({ form }: { form: RequestFields }) {
  const { t } = useTranslation();
  const names = useNames();
  const { compare } = useFormats();
  const subjects = subjectNames
    .map((name) => ({ value: name, label: names.subject(name) }))
    .toSorted((first, second) => compare(first.label, second.label));
  return (
    <div className={page.columns}>
      <PlaceFields
        block="desiredBlock"
        district="desiredDistrict"
        form={form}
        includeAny
        labels={{ district: t('request.desiredDistrict'), block: t('request.desiredBlock') }}
      />
      <SelectField label={t('request.subject')} options={subjects} required {...form.text('subject')} />
      <SelectField
        label={t('request.classLevel')}
        options={classRanges.map((code) => ({ value: code, label: names.classLevel(code) }))}
        required
        {...form.text('classRange')}
      />
    </div>
  );
}
