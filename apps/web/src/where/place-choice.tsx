import { useSearchParams } from 'react-router';
import { withParameters } from '../navigation/page-search.ts';
import { useDistrictOptions } from '../places/places.queries.ts';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useNames } from '../platform/i18n/names.ts';
import { useSortedOptions } from '../platform/i18n/sorted-options.ts';
import { SelectField } from '../ui/fields/select-field.tsx';
import type { PlaceNumbers } from './place-numbers.tsx';

/** Query parameters that the map reads and writes. */
type Name = 'request' | 'wish' | 'block' | 'mine' | 'teach' | 'level';

/** New values of some parameters. An empty one removes its parameter. */
type Changes = Readonly<Partial<Record<Name, string>>>;

/** Id of the answer about the selected place, which is above the map and the table that link to it. */
export const ANSWER_ID = 'answer';

/** Returns the district and the block in the map's URL, and functions that change them. */
export function useWhereAddress() {
  const [parameters, setParameters] = useSearchParams();
  const changed = (changes: Changes) => withParameters(parameters, changes);
  return {
    parameters,
    district: parameters.get('wish') ?? '',
    block: parameters.get('block') ?? '',
    /** Returns the query string with these values, without empty ones. */
    searchWith: (changes: Changes) => `?${changed(changes)}`,
    /** Returns the target of a link that selects a place and scrolls to its answer. */
    answerWith: (changes: Changes) => ({
      search: `?${changed(changes)}`,
      hash: `#${ANSWER_ID}`,
    }),
    change: (changes: Changes) => setParameters(changed(changes), { preventScrollReset: true }),
  };
}

interface PlaceChoiceProps {
  label: string;
  /** Places on the map: the districts, or the blocks of one. `undefined` until they are loaded. */
  places: ReadonlyMap<string, PlaceNumbers> | undefined;
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
        options={[{ value: '', label: t('browse.filter.district.any') }, ...districts]}
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
