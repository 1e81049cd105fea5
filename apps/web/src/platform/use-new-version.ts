import { useSyncExternalStore } from 'react';
import { buildOfPage } from './build-of-page.ts';

let isNewer = false;

/** Pages come from the network, so a reload shows the new version even while the previous service worker is busy. */
export function loadNewVersion(): void {
  window.location.reload();
}

/** Returns `true` once the browser has stored the files of another build. */
export function useNewVersion(): boolean {
  return useSyncExternalStore(subscribe, () => isNewer);
}

function subscribe(listener: () => void): () => void {
  const ending = new AbortController();
  void watch(listener, ending.signal);
  return () => ending.abort();
}

/**
 * Listens to the service worker, which names its build once it is installed, and makes the browser look for a new one whenever the page
 * becomes visible. Also makes the active worker store the frames in the current language.
 */
async function watch(listener: () => void, signal: AbortSignal): Promise<void> {
  const workers = navigator.serviceWorker;
  workers?.addEventListener(
    'message',
    ({ data }) => {
      isNewer = data !== buildOfPage();
      listener();
    },
    { signal },
  );
  const registration = await workers?.ready;
  if (registration === undefined || signal.aborted) return;
  const update = () => {
    if (document.visibilityState === 'visible') void registration.update().catch(() => {});
  };
  const storeFrames = () => registration.active?.postMessage({ language: document.documentElement.lang });
  const language = new MutationObserver(storeFrames);
  language.observe(document.documentElement, { attributeFilter: ['lang'] });
  signal.addEventListener('abort', () => language.disconnect());
  document.addEventListener('visibilitychange', update, { signal });
  storeFrames();
}
