import { NativeSelect } from '@mantine/core';
import { categories, recruitmentBatches } from '@mutual-transfer/domain/reference/categories';
import { classRanges } from '@mutual-transfer/domain/reference/class-levels';
import { subjectGroups, subjects } from '@mutual-transfer/domain/reference/subjects';
import { useReading, useTranslation } from '../i18n/language.tsx';
import { useNames } from '../i18n/names.ts';
import { FormGroup } from '../ui/form-group.tsx';
import { belowInput } from '../ui/form-order.ts';
import type { TeacherForm } from './teacher-form.ts';

/** What the teacher teaches and, if they say so, as what they were appointed. */
export function TeachingFields({ form }: { form: TeacherForm }) {
  const { t } = useTranslation();
  const names = useNames();
  const { language } = useReading();
  const open = { value: '', label: t('register.notStated') };
  return (
    <FormGroup title={t('register.teaching')}>
      <NativeSelect label={t('register.subject')} required {...form.getInputProps('subject')}>
        <option value="">{t('common.choose')}</option>
        {subjectGroups.map((group) => (
          <optgroup key={group} label={t(`register.subjectGroups.${group}`)}>
            {subjects
              .filter((subject) => subject.group === group)
              .map(({ name }) => (
                <option key={name} value={name}>
                  {names.subject(name)}
                </option>
              ))}
          </optgroup>
        ))}
      </NativeSelect>
      <NativeSelect
        data={[
          { value: '', label: t('common.choose') },
          ...classRanges.map((code) => ({ value: code, label: names.classLevel(code) })),
        ]}
        label={t('register.classLevel')}
        required
        {...form.getInputProps('classRange')}
      />
      <NativeSelect
        data={[
          open,
          ...categories.map(({ code, name, nameHindi }) => ({
            value: code,
            label: language === 'hi' ? nameHindi : name,
          })),
        ]}
        description={t('register.categoryHint')}
        inputWrapperOrder={belowInput}
        label={`${t('register.category')} (${t('common.optional')})`}
        {...form.getInputProps('category')}
      />
      {form.values.category === 'school' && (
        <NativeSelect
          data={[open, ...recruitmentBatches]}
          label={`${t('register.recruitmentBatch')} (${t('common.optional')})`}
          {...form.getInputProps('recruitmentBatch')}
        />
      )}
    </FormGroup>
  );
}
