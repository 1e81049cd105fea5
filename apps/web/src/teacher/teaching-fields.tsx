import { categoryCodes, recruitmentBatches } from '@mutual-transfer/domain/reference/categories';
import { classRanges } from '@mutual-transfer/domain/reference/class-levels';
import { subjectGroups, subjects } from '@mutual-transfer/domain/reference/subjects';
import { useTranslation } from '../i18n/language.tsx';
import { useNames } from '../i18n/names.ts';
import { FormGroup } from '../ui/form-group.tsx';
import { FormSelect, Options } from '../ui/form-select.tsx';
import type { TeacherForm } from './teacher-form.ts';

/** What the teacher teaches and, if they say so, as what they were appointed. */
export function TeachingFields({ form }: { form: TeacherForm }) {
  const { t } = useTranslation();
  const names = useNames();
  return (
    <FormGroup title={t('register.teaching')}>
      <FormSelect label={t('register.subject')} required {...form.getInputProps('subject')}>
        <option value="">{t('common.choose')}</option>
        {subjectGroups.map((group) => (
          <optgroup key={group} label={t(`register.subjectGroups.${group}`)}>
            <Options
              of={subjects
                .filter((subject) => subject.group === group)
                .map(({ name }) => ({ value: name, label: names.subject(name) }))}
            />
          </optgroup>
        ))}
      </FormSelect>
      <FormSelect label={t('register.classLevel')} required {...form.getInputProps('classRange')}>
        <option value="">{t('common.choose')}</option>
        <Options of={classRanges.map((code) => ({ value: code, label: names.classLevel(code) }))} />
      </FormSelect>
      <FormSelect
        description={t('register.categoryHint')}
        label={`${t('register.category')} (${t('common.optional')})`}
        {...form.getInputProps('category')}
      >
        <option value="">{t('register.notStated')}</option>
        <Options of={categoryCodes.map((code) => ({ value: code, label: names.category(code) }))} />
      </FormSelect>
      {form.values.category === 'school' && (
        <FormSelect
          label={`${t('register.recruitmentBatch')} (${t('common.optional')})`}
          {...form.getInputProps('recruitmentBatch')}
        >
          <option value="">{t('register.notStated')}</option>
          <Options of={recruitmentBatches.map((batch) => ({ value: batch, label: batch }))} />
        </FormSelect>
      )}
    </FormGroup>
  );
}
