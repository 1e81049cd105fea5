import { useSyncExternalStore } from 'react';

type Lists = typeof import('./place-list.tsx');

let isWanted = false;
let lists: Lists | undefined;
const listeners = new Set<() => void>();

/**
 * Has the lists of places fetched: somebody begins to fill in a form that has some. Without a connection whoever comes
 * to a picker later asks again.
 */
export function wantPlaceLists(): void {
  if (isWanted) return;
  isWanted = true;
  announce();
  import('./place-list.tsx').then(
    (arrived) => {
      lists = arrived;
      announce();
    },
    () => {
      isWanted = false;
    },
  );
}

/** Whether somebody has begun, so that the places themselves are needed. */
export function useArePlacesWanted(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isWanted,
    () => false,
  );
}

/** The lists, once they are there; never while the page comes alive. */
export function usePlaceLists(): Lists | undefined {
  return useSyncExternalStore(
    subscribe,
    () => lists,
    () => undefined,
  );
}

function announce(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
