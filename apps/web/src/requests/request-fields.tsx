import type { Session } from '@mutual-transfer/domain/accounts/user';
import { ADDITIONAL_INFO_MAXIMUM_LENGTH, REASON_MAXIMUM_LENGTH } from '@mutual-transfer/domain/constants';
import type { ProspectsQuery } from '@mutual-transfer/domain/matching/demand';
import { subjectNames } from '@mutual-transfer/domain/reference/subjects';
import { classRanges } from '@mutual-transfer/domain/reference/teaching';
import type { TransferRequest } from '@mutual-transfer/domain/requests/transfer-request';
import { contactPreferences, urgencies } from '@mutual-transfer/domain/requests/transfer-request-words';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { TextBinding } from '../form/form-values.ts';
import { DesiredPlaceFields } from '../places/place-fields.tsx';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { useSortedOptions } from '../platform/i18n/sorted-options.ts';
import { SelectField } from '../ui/fields/select-field.tsx';
import { TextArea } from '../ui/fields/text-fields.tsx';
import page from '../ui/page.module.css';
import { ProspectsVerdict } from './prospects.tsx';
import { prospectsQuery } from './requests.queries.ts';

/** Values of the request form, all text. */
export interface RequestValues {
  desiredDistrict: string;
  desiredBlock: string;
  subject: string;
  classRange: string;
  reason: string;
  additionalInfo: string;
  urgency: string;
  contactPreference: string;
}

/** Fields that decide which teachers a request matches. */
const matchedFields = ['desiredDistrict', 'desiredBlock', 'subject', 'classRange'] as const;

/** Returns true if the values change which teachers the request matches. */
export function changesMatched(request: TransferRequest, values: RequestValues): boolean {
  return matchedFields.some((field) => values[field] !== request[field]);
}

interface PlaceProspectsProps {
  user: Session['user'];
  /** Form values of the question, empty until filled in. */
  question: Readonly<Record<Exclude<keyof ProspectsQuery, 'district'>, string>>;
}

/** Shows what a wish for a district would find. */
export function PlaceProspects({ user, question }: PlaceProspectsProps) {
  const { desiredDistrict, subject, classRange } = question;
  const asked = { district: user.district ?? '', desiredDistrict, subject, classRange };
  const isWhole = Object.values(asked).every((value) => value !== '');
  const search = String(new URLSearchParams(asked));
  const { data } = useQuery({ ...prospectsQuery(search), enabled: isWhole });
  return (
    <p className={page.soft} role="status">
      {isWhole && data && <ProspectsVerdict move={asked} prospects={data} />}
    </p>
  );
}

/** Form with at least the fields of a request. */
interface RequestFieldsForm {
  values: RequestValues;
  isStarted: boolean;
  text(name: keyof RequestValues): TextBinding;
  change(values: Partial<RequestValues>): void;
}

interface RequestFieldsProps {
  form: RequestFieldsForm;
  user: Session['user'];
  /** Content below the place. */
  children: ReactNode;
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

function Wish({ form }: { form: RequestFieldsForm }) {
  const { t } = useTranslation();
  const names = useNames();
  const sortedOptions = useSortedOptions();
  return (
    <div className={page.columns}>
      <DesiredPlaceFields form={form} />
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
