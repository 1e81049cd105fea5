import type { Account } from '@mutual-transfer/domain/accounts/user';
import { useQuery } from '@tanstack/react-query';
import { rulesTodayQuery } from '../../agreements/agreements.queries.ts';
import type { TextBinding } from '../../form/form-values.ts';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { FormGroup } from '../../ui/fields/form-group.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';

interface JoinedOnFieldProps {
  readonly account: Pick<Account, 'joinedOn'>;
  readonly field: TextBinding;
}

/** Date of joining the present school. Shown only if a current rule needs it or the teacher has stated it. */
export function JoinedOnField({ account, field }: JoinedOnFieldProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data } = useQuery(rulesTodayQuery());
  const years = data?.rules.minimumService ?? 0;
  if (years === 0 && account.joinedOn === null) return null;
  const asked = years === 0 ? '' : `${t('account.joinedOnAsked', { years: formats.number(years) })} `;
  return (
    <FormGroup title={t('account.service')}>
      <TextField
        description={`${asked}${t('account.joinedOnHint')}`}
        label={`${t('account.joinedOn')} (${t('common.optional')})`}
        max={data?.day}
        type="date"
        {...field}
      />
    </FormGroup>
  );
}
