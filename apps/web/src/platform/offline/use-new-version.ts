import { useSyncExternalStore } from 'react';
import { buildOfPage } from './build-of-page.ts';

/**
 * Maximum wait for the new service worker after a press, in milliseconds. Browsers let the old worker finish its work first, for which
 * Chromium takes up to five minutes. The page itself comes from the server, so it is new even without the new worker.
 */
const LONGEST_WAIT = 3_000;

let newVersion: ServiceWorker | null = null;

/** Returns a function that activates the new version and reloads the page, or `undefined` until the browser has downloaded all of it. */
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
 * Watches for a version that waits, and checks for one whenever the page becomes visible. The page sends its build to the waiting worker.
 * A worker of the same build activates itself without a press; any other worker answers, and the page announces it. Also makes the active
 * worker cache the pages in the current language.
 */
async function watch(listener: () => void, signal: AbortSignal): Promise<void> {
  const registration = await navigator.serviceWorker?.ready;
  if (registration === undefined || signal.aborted) return;
  const announce = () => {
    newVersion = registration.waiting;
    listener();
  };
  const ask = () => registration.waiting?.postMessage({ build: buildOfPage() });
  const follow = () => registration.installing?.addEventListener('statechange', ask, { signal });
  const update = () => {
    if (document.visibilityState === 'visible') void registration.update().catch(() => {});
  };
  // Not while a newer version waits: the server no longer has the pages of the active worker, and a message could restart that worker
  // just when Chromium stops it to activate the newer one.
  const cacheScreens = () => {
    if (registration.waiting === null)
      registration.active?.postMessage({ language: document.documentElement.lang });
  };
  const language = new MutationObserver(cacheScreens);
  language.observe(document.documentElement, { attributeFilter: ['lang'] });
  signal.addEventListener('abort', () => language.disconnect());
  registration.addEventListener('updatefound', follow, { signal });
  navigator.serviceWorker.addEventListener('controllerchange', announce, { signal });
  navigator.serviceWorker.addEventListener('message', announce, { signal });
  document.addEventListener('visibilitychange', update, { signal });
  ask();
  follow();
  cacheScreens();
}
