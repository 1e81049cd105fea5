/** Time in milliseconds after hydration that is reserved for the page's own calls. */
const SETTLE_MS = 3_000;

/** Resolves when files that the page does not need may be fetched. Resolves at once without a connection. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, navigator.onLine ? SETTLE_MS : 0));
}

/** Registers the service worker, which serves pages offline. */
export async function registerWorker(): Promise<void> {
  await settled();
  await navigator.serviceWorker?.register('/service-worker.js').catch(() => {});
}
