import { useSyncExternalStore } from 'react';

/**
 * How long a press waits for the new service worker, in milliseconds. A browser has the old one end what it has in hand first, for which
 * Chromium takes up to five minutes; the page itself comes from the server, and is new without it.
 */
const LONGEST_WAIT = 3_000;

let newVersion: ServiceWorker | null = null;
/** Whether it was looked what waited when the page was loaded. */
let hasLooked = false;

/** What shows the new version of the product, once the browser has all of it; the page is loaded anew by that press alone. */
export function useNewVersion(): (() => void) | undefined {
  const waiting = useSyncExternalStore(subscribe, () => newVersion);
  return waiting === null ? undefined : () => load(waiting);
}

function load(waiting: ServiceWorker): void {
  const reload = () => {
    clearTimeout(timer);
    window.location.reload();
  };
  const timer = setTimeout(reload, LONGEST_WAIT);
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  waiting.postMessage('activate');
}

function subscribe(listener: () => void): () => void {
  const ending = new AbortController();
  void watch(listener, ending.signal);
  return () => ending.abort();
}

/**
 * Finds the version that comes while the page is open, which looks for one whenever it is shown again. One that waited before needs no
 * press: the page came from the server after it, and is new. Has the one that runs keep the screens, in the language that is read.
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
  navigator.serviceWorker.addEventListener('controllerchange', look, { signal });
  document.addEventListener('visibilitychange', update, { signal });
  if (hasLooked) look();
  else registration.waiting?.postMessage('activate');
  hasLooked = true;
  follow();
  keep();
}
