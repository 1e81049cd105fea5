import { useCallback, useState } from 'react';
import { useTimer } from './use-timer.ts';

/** Something that shows for a while: whether it shows now, and the way to show it (anew) or to end it. */
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
