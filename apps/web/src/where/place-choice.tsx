import { useDistrictOptions } from '../places/use-district-options.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { useSortedOptions } from '../platform/i18n/sorted-options.ts';
import { SelectField } from '../ui/fields/select-field.tsx';
import type { PlaceNumbers } from './place-numbers.ts';
import { useWhereAddress } from './use-where-address.ts';

interface PlaceChoiceProps {
  /** Label of the select of the district. */
  readonly label: string;
  /** Places on the map: the districts, or the blocks of one. `undefined` until they are loaded. */
  readonly places: ReadonlyMap<string, PlaceNumbers> | undefined;
}

/** Select with the same places as the map, for touch and screen-reader users. */
export function PlaceChoice({ label, places }: PlaceChoiceProps) {
  const { t } = useTranslation();
  const names = useNames();
  const sortedOptions = useSortedOptions();
  const districts = useDistrictOptions();
  const { district, block, change } = useWhereAddress();
  const blocks = sortedOptions([...(places?.keys() ?? [])], (value) => names.block(district, value));
  return (
    <>
      <SelectField
        label={label}
        onChange={(wish) => change({ wish, block: '' })}
        options={[{ value: '', label: t('where.allDistricts') }, ...districts]}
        value={district}
      />
      {district !== '' && (
        <SelectField
          label={t('where.block')}
          onChange={(chosen) => change({ block: chosen })}
          options={[{ value: '', label: t('place.anyBlock') }, ...blocks]}
          value={block}
        />
      )}
    </>
  );
}
