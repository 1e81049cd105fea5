import { callApi, hasStatus } from './client.ts';

const NOT_FOUND = 404;

/** Thrown if the user does not allow push notices, or the browser does not support them. */
export class NotAllowed extends Error {
  override readonly name = 'NotAllowed';
}

/** Returns `true` if this browser can receive push notices. */
export async function isSubscribed(): Promise<boolean> {
  return (await subscriptionHere()) !== undefined;
}

/** Asks the user for permission, subscribes, and sends the subscription to the server. @throws {NotAllowed} */
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

/** Moves this browser's subscription to the new session if it belongs to the same account. Otherwise unsubscribes. */
export async function followSession(): Promise<void> {
  const subscription = await subscriptionHere();
  if (subscription === undefined) return;
  await register(subscription, { isKnown: true }).catch(async (error: unknown) => {
    if (hasStatus(error, NOT_FOUND)) await subscription.unsubscribe();
  });
}

async function subscriptionHere(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? undefined;
}

async function register(subscription: PushSubscription, following: { isKnown?: true } = {}): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  await callApi('/notices/devices', { method: 'POST', body: { endpoint, keys, ...following } });
}
