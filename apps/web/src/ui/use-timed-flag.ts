import { useCallback, useState } from 'react';
import { useTimer } from './use-timer.ts';

/** State of something shown for a limited time. Returns the state and a setter that restarts or ends it. */
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
