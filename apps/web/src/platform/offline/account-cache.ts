import { currentSession, OWN_CACHE } from '../session/session.ts';

/** What is kept on this device belongs to one person. */
export interface Owned {
  readonly userId: string;
}

/** Whether anything of the person signed in may be kept here: a teacher's own, on a page that browsers trust. */
export function ownerId(): string | undefined {
  const user = currentSession()?.user;
  const isOwner = user?.role === 'teacher' && !user.impersonated && globalThis.caches !== undefined;
  return isOwner ? user._id : undefined;
}

/** Keeps a value under an address, unless its owner signs out meanwhile: then nothing of theirs stays. */
export async function writeOwn(address: string, value: Owned): Promise<void> {
  if (ownerId() !== value.userId) return;
  const cache = await caches.open(OWN_CACHE);
  await cache.put(address, Response.json(value));
  if (ownerId() !== value.userId) await caches.delete(OWN_CACHE);
}

/** The value under an address, if it is of the person signed in. */
export async function readOwn<Value extends Owned>(address: string): Promise<Value | undefined> {
  const userId = ownerId();
  if (userId === undefined) return undefined;
  const response = await caches.match(address, { cacheName: OWN_CACHE });
  const value = (await response?.json()) as Value | undefined;
  return value?.userId === userId ? value : undefined;
}

/** The addresses of what is kept that begin so. */
export async function ownAddresses(beginning = '/'): Promise<string[]> {
  if (!(await caches.has(OWN_CACHE))) return [];
  const cache = await caches.open(OWN_CACHE);
  const requests = await cache.keys();
  await leaveNone();
  return requests
    .map(({ url }) => url.slice(window.location.origin.length))
    .filter((address) => address.startsWith(beginning));
}

export async function forgetOwn(address: string): Promise<void> {
  const cache = await caches.open(OWN_CACHE);
  await cache.delete(address);
  await leaveNone();
}

/** To open the cache makes it again where its owner signed out meanwhile. */
async function leaveNone(): Promise<void> {
  if (ownerId() === undefined) await caches.delete(OWN_CACHE);
}
