import { TextInput } from '@mantine/core';
import { useTranslation } from '../i18n/language.tsx';
import { FormGroup } from '../ui/form-group.tsx';
import { belowInput } from '../ui/form-order.ts';
import type { TeacherForm } from './teacher-form.ts';

/** What the teacher is called, and their phone. */
export function YouFields({ form }: { form: TeacherForm }) {
  const { t } = useTranslation();
  return (
    <FormGroup title={t('register.you')}>
      <TextInput autoComplete="name" label={t('register.name')} required {...form.getInputProps('name')} />
      <TextInput
        autoComplete="tel"
        inputMode="tel"
        label={t('register.phone')}
        description={t('register.phoneHint')}
        inputWrapperOrder={belowInput}
        required
        type="tel"
        {...form.getInputProps('phone')}
      />
    </FormGroup>
  );
}
