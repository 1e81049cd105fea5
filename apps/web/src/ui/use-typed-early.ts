import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type PickablePlace, placeNamed } from './place-picker-filter.ts';

/**
 * Takes up what somebody on a slow line typed into a picker before the page came alive: it stays as the search, the list
 * opens for whoever is still there, and a place named in full is chosen as soon as the places are known.
 */
export function useTypedEarly(places: readonly PickablePlace[], choose: (name: string) => void) {
  const ref = useRef<HTMLInputElement>(null);
  const early = useRef('');
  const [searchValue, onSearchChange] = useState('');
  const [dropdownOpened, setOpened] = useState(false);
  useLayoutEffect(() => {
    early.current = ref.current?.value ?? '';
  }, []);
  useEffect(() => {
    if (early.current === '') return;
    onSearchChange(early.current);
    setOpened(document.activeElement === ref.current);
  }, []);
  useEffect(() => {
    if (early.current === '' || places.length === 0) return;
    const named = placeNamed(places, early.current);
    early.current = '';
    if (named !== undefined) choose(named.name);
  }, [places, choose]);
  return {
    ref,
    searchValue,
    onSearchChange,
    dropdownOpened,
    onDropdownOpen: () => setOpened(true),
    onDropdownClose: () => setOpened(false),
  };
}
