import { useTranslation } from '../../platform/i18n/language.tsx';
import { FormGroup } from '../../ui/fields/form-group.tsx';
import { PhoneField } from '../../ui/fields/phone-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import type { TeacherForm } from './teacher-values.ts';

/** Fields for name and phone. */
export function YouFields({ form }: { form: TeacherForm }) {
  const { t } = useTranslation();
  return (
    <FormGroup title={t('register.you')}>
      <TextField autoComplete="name" label={t('register.name')} required {...form.text('name')} />
      <PhoneField autoComplete="tel" description={t('register.phoneHint')} {...form.text('phone')} />
    </FormGroup>
  );
}
