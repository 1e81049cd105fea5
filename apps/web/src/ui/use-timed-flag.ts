import { useCallback, useState } from 'react';
import { useTimer } from './use-timer.ts';

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
