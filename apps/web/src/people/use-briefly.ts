import { useCallback, useEffect, useRef, useState } from 'react';

/** Something that shows for a while: whether it shows now, and the way to show it (anew) or to end it. */
export function useBriefly(milliseconds: number): readonly [boolean, (isShown: boolean) => void] {
  const [isShown, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = useCallback(
    (shown: boolean) => {
      clearTimeout(timer.current);
      setShown(shown);
      if (shown) timer.current = setTimeout(() => setShown(false), milliseconds);
    },
    [milliseconds],
  );
  return [isShown, show];
}
