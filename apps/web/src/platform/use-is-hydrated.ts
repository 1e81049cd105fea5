import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False while the server renders and until the page is hydrated: until then it is not known who is signed in. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
