import {
  fieldsWith,
  type OptionalField,
  optionalFields,
} from '@mutual-transfer/domain/accounts/teacher-fields';
import { typedPhone } from '@mutual-transfer/domain/language/typed-values';
import { recordOf } from '@mutual-transfer/domain/record-names';
import { subjectGroups, subjects } from '@mutual-transfer/domain/reference/subjects';
import { categoryCodes, classRanges, recruitmentBatches } from '@mutual-transfer/domain/reference/teaching';
import type { TextBinding } from '../form/form-values.ts';
import { DesiredPlaceFields, PlaceFields } from '../places/place-fields.tsx';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { useSortedOptions } from '../platform/i18n/sorted-options.ts';
import { FormGroup } from '../ui/fields/form-group.tsx';
import { Options, SelectField } from '../ui/fields/select-field.tsx';
import { PhoneField, TextField } from '../ui/fields/text-fields.tsx';
import page from '../ui/page.module.css';
import classes from './teacher-fields.module.css';

/** Values of the fields that the registration asks for, as text. */
export const emptyTeacher = recordOf(fieldsWith({ askedBy: 'registration' }), () => '');

type TeacherValues = typeof emptyTeacher;

/** Returns the values with the phone number as ten digits, and without a recruitment batch if the category has none. */
export function cleanedTeacher<Values extends Pick<TeacherValues, 'phone' | 'category' | 'recruitmentBatch'>>(
  values: Values,
): Values {
  const recruitmentBatch = values.category === 'school' ? values.recruitmentBatch : '';
  return { ...values, phone: typedPhone(values.phone), recruitmentBatch };
}

/** Returns the values without the optional fields that are empty. */
export function withoutUnstated(
  values: Partial<Record<OptionalField, string>> & Record<string, string>,
): Record<string, string> {
  const unstated: string[] = optionalFields.filter((name) => values[name] === '');
  return Object.fromEntries(Object.entries(values).filter(([name]) => !unstated.includes(name)));
}

/** Form with at least the fields of a teacher. */
export interface TeacherForm {
  values: TeacherValues;
  isStarted: boolean;
  text(name: keyof TeacherValues): TextBinding;
  change(values: Partial<TeacherValues>): void;
}

export function YouFields({ form }: { form: TeacherForm }) {
  const { t } = useTranslation();
  return (
    <FormGroup title={t('register.you')}>
      <TextField autoComplete="name" label={t('register.name')} required {...form.text('name')} />
      <PhoneField autoComplete="tel" description={t('register.phoneHint')} {...form.text('phone')} />
    </FormGroup>
  );
}

export function WorkFields({ form }: { form: TeacherForm }) {
  const { t } = useTranslation();
  return (
    <FormGroup title={t('register.work')}>
      <TextField
        autoComplete="organization"
        label={t('register.schoolName')}
        required
        {...form.text('schoolName')}
      />
      <label className={`${page.whole} ${classes.state}`}>
        {t('register.state')} <input readOnly value={t('register.stateName')} />
      </label>
      <PlaceFields
        block="postingBlock"
        district="district"
        form={form}
        labels={{ district: t('register.currentDistrict'), block: t('register.postingBlock') }}
      />
    </FormGroup>
  );
}

export function WishFields({ form }: { form: TeacherForm }) {
  const { t } = useTranslation();
  return (
    <FormGroup title={t('register.wish')}>
      <DesiredPlaceFields form={form} />
    </FormGroup>
  );
}

export const teachingFields = fieldsWith({ correctedAs: 'teaching' });

/** Form with the fields of what a teacher teaches. */
interface TeachingForm {
  values: { category: string };
  text: (name: (typeof teachingFields)[number]) => TextBinding;
}

/** Fields for subject, class level and category. */
interface TeachingFieldsProps {
  form: TeachingForm;
  /** Default: the one that addresses the teacher. */
  title?: string;
}

export function TeachingFields({ form, title }: TeachingFieldsProps) {
  const { t } = useTranslation();
  const names = useNames();
  const sortedOptions = useSortedOptions();
  const notChosen = { value: '', label: t('common.choose') };
  const notStated = { value: '', label: t('register.notStated') };
  return (
    <FormGroup title={title ?? t('register.teaching')}>
      <SelectField label={t('person.subject')} options={[notChosen]} required {...form.text('subject')}>
        {subjectGroups.map((group) => (
          <optgroup key={group} label={t(`register.subjectGroups.${group}`)}>
            <Options
              of={sortedOptions(
                subjects.filter((subject) => subject.group === group).map(({ name }) => name),
                names.subject,
              )}
            />
          </optgroup>
        ))}
      </SelectField>
      <SelectField
        label={t('person.classLevel')}
        options={[notChosen, ...classRanges.map((code) => ({ value: code, label: names.classLevel(code) }))]}
        required
        {...form.text('classRange')}
      />
      <SelectField
        description={t('register.categoryHint')}
        label={`${t('register.category')} (${t('common.optional')})`}
        options={[notStated, ...categoryCodes.map((code) => ({ value: code, label: names.category(code) }))]}
        {...form.text('category')}
      />
      {form.values.category === 'school' && (
        <SelectField
          label={`${t('register.recruitmentBatch')} (${t('common.optional')})`}
          options={[notStated, ...recruitmentBatches.map((batch) => ({ value: batch, label: batch }))]}
          {...form.text('recruitmentBatch')}
        />
      )}
    </FormGroup>
  );
}
