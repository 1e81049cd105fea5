import type { Session } from '@mutual-transfer/domain/accounts/user';
import { ADDITIONAL_INFO_MAXIMUM_LENGTH, REASON_MAXIMUM_LENGTH } from '@mutual-transfer/domain/constants';
import { classRanges } from '@mutual-transfer/domain/reference/class-levels';
import { subjectNames } from '@mutual-transfer/domain/reference/subjects';
import { contactPreferences, urgencies } from '@mutual-transfer/domain/requests/transfer-request-words';
import type { ReactNode } from 'react';
import type { TextBinding } from '../../form/form-values.ts';
import { PlaceFields } from '../../places/place-fields.tsx';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useNames } from '../../platform/i18n/names.ts';
import { useSortedOptions } from '../../platform/i18n/sorted-options.ts';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import page from '../../ui/page.module.css';
import { PlaceProspects } from './place-prospects.tsx';
import type { RequestValues } from './request-values.ts';

/** Form with at least the fields of a request. */
interface RequestFieldsForm {
  readonly values: RequestValues;
  readonly isStarted: boolean;
  text(name: keyof RequestValues): TextBinding;
  change(values: Partial<RequestValues>): void;
}

interface RequestFieldsProps {
  readonly form: RequestFieldsForm;
  readonly user: Session['user'];
  /** Content below the place. */
  readonly children: ReactNode;
}

/** Fields of a request, new or edited: desired place, teaching, reason and urgency. */
export function RequestFields({ form, user, children }: RequestFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Wish form={form} />
      <PlaceProspects question={form.values} user={user} />
      {children}
      <TextArea
        description={t('request.reasonHint')}
        label={t('browse.reason')}
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
    </>
  );
}

/** Fields for the desired place and teaching. */
function Wish({ form }: { form: RequestFieldsForm }) {
  const { t } = useTranslation();
  const names = useNames();
  const sortedOptions = useSortedOptions();
  return (
    <div className={page.columns}>
      <PlaceFields
        block="desiredBlock"
        district="desiredDistrict"
        form={form}
        includeAny
        labels={{ district: t('register.desiredDistrict'), block: t('register.desiredBlock') }}
      />
      <SelectField
        label={t('person.subject')}
        options={sortedOptions(subjectNames, names.subject)}
        required
        {...form.text('subject')}
      />
      <SelectField
        label={t('person.classLevel')}
        options={classRanges.map((code) => ({ value: code, label: names.classLevel(code) }))}
        required
        {...form.text('classRange')}
      />
    </div>
  );
}
