import { useTranslation } from '../../platform/i18n/language.tsx';
import { FormGroup } from '../../ui/fields/form-group.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import type { TeacherForm } from './teacher-values.ts';

/** Fields for name and phone. */
export function YouFields({ form }: { form: TeacherForm }) {
  const { t } = useTranslation();
  return (
    <FormGroup title={t('register.you')}>
      <TextField autoComplete="name" label={t('register.name')} required {...form.text('name')} />
      <TextField
        autoComplete="tel"
        inputMode="tel"
        label={t('register.phone')}
        description={t('register.phoneHint')}
        required
        type="tel"
        {...form.text('phone')}
      />
    </FormGroup>
  );
}
