/** For how long after a page is hydrated the line is left to its own calls. */
const SETTLE_MS = 3_000;

/** Resolves when what the page does not need may be fetched; at once where there is no connection. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, navigator.onLine ? SETTLE_MS : 0));
}

/** Has the browser run the service worker, which shows pages without a connection. */
export async function registerWorker(): Promise<void> {
  await settled();
  await navigator.serviceWorker?.register('/service-worker.js').catch(() => {});
}
