import { useSearchParams } from 'react-router';

/** Query parameters that the map reads and writes. */
type Name = 'request' | 'wish' | 'block' | 'mine' | 'teach' | 'level';

/** Id of the answer about the selected place, which is above the map and the table that link to it. */
export const ANSWER_ID = 'answer';

/** Returns the district and the block in the map's URL, and functions that change them. */
export function useWhereAddress() {
  const [parameters, setParameters] = useSearchParams();
  const changed = (changes: Partial<Record<Name, string>>) => {
    const next = new URLSearchParams(parameters);
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    return next;
  };
  return {
    parameters,
    district: parameters.get('wish') ?? '',
    block: parameters.get('block') ?? '',
    /** Returns the query string with these values, without empty ones. */
    searchWith: (changes: Partial<Record<Name, string>>) => `?${changed(changes)}`,
    /** Returns the target of a link that selects a place and scrolls to its answer. */
    answerWith: (changes: Partial<Record<Name, string>>) => ({
      search: `?${changed(changes)}`,
      hash: `#${ANSWER_ID}`,
    }),
    change: (changes: Partial<Record<Name, string>>) =>
      setParameters(changed(changes), { preventScrollReset: true }),
  };
}
