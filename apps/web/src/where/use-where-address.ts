import { useSearchParams } from 'react-router';
import { withParameters } from '../navigation/page-search.ts';

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
