import { useCallback, useEffect, useRef, useState } from 'react';

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

/** Returns a flag that resets after the given time, and a setter that restarts or ends the time. */
export function useTimedFlag(milliseconds: number): readonly [boolean, (isShown: boolean) => void] {
  const [isShown, setShown] = useState(false);
  const later = useTimer();
  const show = useCallback(
    (shown: boolean) => {
      setShown(shown);
      later(() => setShown(false), milliseconds);
    },
    [later, milliseconds],
  );
  return [isShown, show];
}
