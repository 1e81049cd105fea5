import { useCallback, useEffect, useRef } from 'react';

/** Does something later, unless something else is to be done instead, or the component is gone by then. */
export function useTimer(): (act: () => void, milliseconds: number) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A component that is gone must not act.
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback((act, milliseconds) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, milliseconds);
  }, []);
}
