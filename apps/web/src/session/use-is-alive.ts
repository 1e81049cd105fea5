import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False while the server renders and until the page has come alive: until then nobody knows who is signed in. */
export function useIsAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
