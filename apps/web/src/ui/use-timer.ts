import { useCallback, useEffect, useRef } from 'react';

/** Returns a function that schedules a callback. A later call replaces it, and unmounting cancels it. */
export function useTimer(): (act: () => void, milliseconds: number) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // An unmounted component must not act.
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback((act, milliseconds) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, milliseconds);
  }, []);
}
