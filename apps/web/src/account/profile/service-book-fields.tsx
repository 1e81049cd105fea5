import { useTranslation } from '../../platform/i18n/language.tsx';
import { FormGroup } from '../../ui/fields/form-group.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import type { useProfile } from './use-profile.ts';

/** Fields whose values appear only in the papers of an agreement. */
export function ServiceBookFields({ form }: Pick<ReturnType<typeof useProfile>, 'form'>) {
  const { t } = useTranslation();
  const optional = (label: string) => `${label} (${t('common.optional')})`;
  return (
    <FormGroup title={t('account.papersTitle')}>
      <TextField
        autoCapitalize="characters"
        autoComplete="off"
        description={t('account.papersHint')}
        label={optional(t('account.teacherId'))}
        spellCheck={false}
        {...form.text('teacherId')}
      />
      <TextField label={optional(t('account.designation'))} {...form.text('designation')} />
    </FormGroup>
  );
}
