import { callApi } from '../api/client.ts';

/** The person did not allow notices, or the browser has none. */
export class NotAllowed extends Error {
  override readonly name = 'NotAllowed';
}

/** Whether this browser takes notices. */
export async function isSubscribed(): Promise<boolean> {
  return (await subscriptionHere()) !== undefined;
}

/** Asks the person and the browser, and tells the server where notices go. @throws {NotAllowed} */
export async function subscribe(key: string): Promise<void> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) throw new NotAllowed();
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed();
  const registration = await navigator.serviceWorker.register('/service-worker.js');
  await navigator.serviceWorker.ready;
  await register(
    await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }),
  );
}

/** Ends the subscription here and on the server. */
export async function unsubscribe(): Promise<void> {
  const subscription = await subscriptionHere();
  if (subscription === undefined) return;
  await callApi('/notices/devices', { method: 'DELETE', body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
}

/**
 * Where this browser takes notices, they are from now on those of the person who has just signed in: the server forgets a browser with the
 * session it was in.
 */
export async function followSession(): Promise<void> {
  const subscription = await subscriptionHere();
  // Without a connection, or on a server that pushes no more, the person can subscribe again in the account.
  if (subscription !== undefined) await register(subscription).catch(() => {});
}

async function subscriptionHere(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? undefined;
}

async function register(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  await callApi('/notices/devices', { method: 'POST', body: { endpoint, keys } });
}
