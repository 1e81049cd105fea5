import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type PickablePlace, placeNamed } from './place-picker-filter.ts';
import type { Early } from './place-picker-props.ts';

/**
 * Takes up what was typed into a picker before its list was there: it stays as the search, the list opens for whoever is
 * still there, and a place named in full is chosen as soon as the places are known.
 */
export function useTypedEarly(
  early: Early,
  places: readonly PickablePlace[],
  choose: (name: string) => void,
) {
  const ref = useRef<HTMLInputElement>(null);
  const isSettled = useRef(false);
  const [typed] = useState(early.text);
  const [searchValue, onSearchChange] = useState('');
  const [dropdownOpened, setOpened] = useState(false);
  useLayoutEffect(() => {
    if (!early.hasFocus) return;
    ref.current?.focus();
    ref.current?.setSelectionRange(early.text.length, early.text.length);
  }, [early]);
  // Only now, for the list begins with the name of what is chosen, or with nothing.
  useEffect(() => {
    if (typed !== '') onSearchChange(typed);
  }, [typed]);
  // And only then, for a search scrolls to the first option, which has no place before the list has found its own.
  useEffect(() => {
    if (isSettled.current || searchValue !== typed) return;
    isSettled.current = true;
    setOpened(document.activeElement === ref.current);
  }, [searchValue, typed]);
  useEffect(() => {
    if (early.text === '' || places.length === 0) return;
    const named = placeNamed(places, early.text);
    early.text = '';
    if (named !== undefined) choose(named.name);
  }, [early, places, choose]);
  return {
    ref,
    searchValue,
    onSearchChange,
    dropdownOpened,
    onDropdownOpen: () => setOpened(isSettled.current),
    onDropdownClose: () => setOpened(false),
  };
}
