import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Returns `false` on the server and until the page is hydrated: before that the session is unknown. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
