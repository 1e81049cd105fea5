import { useBlocks } from '../../api/use-blocks.ts';
import { useTranslation } from '../../i18n/language.tsx';
import { useNames } from '../../i18n/names.ts';
import { SelectField } from '../../ui/select-field.tsx';

interface BlockFilterProps {
  readonly district: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The blocks of the district chosen; they are fetched with the first choice of one. */
export function BlockFilter({ district, value, onChange }: BlockFilterProps) {
  const { t } = useTranslation();
  const names = useNames();
  const blocks = useBlocks(district);
  const known = blocks.length > 0 || value === '' ? blocks : [value];
  return (
    <SelectField
      options={[
        { value: '', label: district === '' ? t('place.districtFirst') : t('browse.anyBlock') },
        ...known.map((name) => ({ value: name, label: names.block(district, name) })),
      ]}
      disabled={district === ''}
      label={t('browse.desiredBlock')}
      name="block"
      onChange={onChange}
      value={value}
    />
  );
}
