import { PlaceFields } from '../../places/place-fields.tsx';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { FormGroup } from '../../ui/fields/form-group.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import type { TeacherForm } from './teacher-values.ts';

/** Fields of the teacher's place of work. */
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
      <TextField label={t('register.state')} readOnly value={t('register.stateName')} />
      <PlaceFields
        block="postingBlock"
        district="district"
        form={form}
        labels={{ district: t('register.currentDistrict'), block: t('register.postingBlock') }}
      />
    </FormGroup>
  );
}

/** Fields of the desired place. */
export function WishFields({ form }: { form: TeacherForm }) {
  const { t } = useTranslation();
  return (
    <FormGroup title={t('register.wish')}>
      <PlaceFields
        block="desiredBlock"
        district="desiredDistrict"
        form={form}
        includeAny
        labels={{ district: t('register.desiredDistrict'), block: t('register.desiredBlock') }}
      />
    </FormGroup>
  );
}
