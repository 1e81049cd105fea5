import { useSearchParams } from 'react-router';

/** What the address of the map holds beside a visitor's question. */
type Name = 'request' | 'wish' | 'block' | 'mine' | 'teach' | 'level';

/** The address of the map: which district it shows, which block of it is chosen, and how each is changed. */
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
    /** The query of the address with these values; an empty one is left out. */
    searchWith: (changes: Partial<Record<Name, string>>) => `?${changed(changes)}`,
    change: (changes: Partial<Record<Name, string>>) =>
      setParameters(changed(changes), { preventScrollReset: true }),
  };
}
