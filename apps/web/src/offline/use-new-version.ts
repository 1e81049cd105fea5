import { useSyncExternalStore } from 'react';

let newVersion: ServiceWorker | null = null;

/** What shows the new version of the product, once the browser has all of it; the page is loaded anew by that press alone. */
export function useNewVersion(): (() => void) | undefined {
  const waiting = useSyncExternalStore(subscribe, () => newVersion);
  if (waiting === null) return undefined;
  return () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
      once: true,
    });
    waiting.postMessage('activate');
  };
}

function subscribe(listener: () => void): () => void {
  const ending = new AbortController();
  void watch(listener, ending.signal);
  return () => ending.abort();
}

/**
 * Finds the version that waits, now or later; a page that stays open looks for one whenever it is shown again. Has the one that runs
 * keep the screens, in the language that is read.
 */
async function watch(listener: () => void, signal: AbortSignal): Promise<void> {
  const registration = await navigator.serviceWorker?.ready;
  if (registration === undefined || signal.aborted) return;
  const look = () => {
    // The first version of all is not a new one.
    newVersion = navigator.serviceWorker.controller === null ? null : registration.waiting;
    listener();
  };
  const follow = () => registration.installing?.addEventListener('statechange', look, { signal });
  const update = () => {
    if (document.visibilityState === 'visible') void registration.update().catch(() => {});
  };
  const keep = () => registration.active?.postMessage({ language: document.documentElement.lang });
  const language = new MutationObserver(keep);
  language.observe(document.documentElement, { attributeFilter: ['lang'] });
  signal.addEventListener('abort', () => language.disconnect());
  registration.addEventListener('updatefound', follow, { signal });
  document.addEventListener('visibilitychange', update, { signal });
  keep();
  look();
}
