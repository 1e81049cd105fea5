import { useDeferredValue, useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Returns `false` on the server and until the page is hydrated: before that the session is unknown. Changes together with `useSession`, in a
 * concurrent render.
 */
export function useIsHydrated(): boolean {
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return useDeferredValue(isHydrated);
}
