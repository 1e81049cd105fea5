import { useState } from 'react';

/** Returns `true` from the first time that the condition holds. */
export function useLatch(holds: boolean): boolean {
  const [hasHeld, setHeld] = useState(holds);
  if (holds && !hasHeld) setHeld(true);
  return hasHeld || holds;
}
