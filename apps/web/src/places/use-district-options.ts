import { districtRows } from '@mutual-transfer/domain/reference/district-rows';
import { useNames } from '../platform/i18n/names.ts';
import { type Option, useSortedOptions } from '../platform/i18n/sorted-options.ts';

/** Returns the districts as options, in the alphabetical order of the language. */
export function useDistrictOptions(): Option[] {
  const names = useNames();
  const sortedOptions = useSortedOptions();
  return sortedOptions(
    districtRows.map(([, district]) => district),
    names.district,
  );
}
