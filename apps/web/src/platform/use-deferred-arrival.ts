import { useDeferredValue } from 'react';

/**
 * Returns a value that is absent at first. Its arrival renders concurrently, so that the page stays responsive. Later changes and its end
 * render at once.
 */
export function useDeferredArrival<Value, Absent extends null | undefined>(
  value: Value | Absent,
  absent: Absent,
): Value | Absent {
  return useDeferredValue(value) === absent ? absent : value;
}
