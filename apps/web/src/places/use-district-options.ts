import { districtRows } from '@mutual-transfer/domain/reference/district-rows';
import { useFormats, useNames } from '../platform/i18n/names.ts';

/** Returns the districts as options, in the alphabetical order of the language. */
export function useDistrictOptions(): { value: string; label: string }[] {
  const names = useNames();
  const { compare } = useFormats();
  return districtRows
    .map(([, district]) => ({ value: district, label: names.district(district) }))
    .toSorted((first, second) => compare(first.label, second.label));
}
