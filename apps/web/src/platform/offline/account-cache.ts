import { currentSession, OWN_CACHE } from '../session/session.ts';

/** Prefix of the cache addresses of answers. */
export const ANSWERS = '/stored/answers/';
/** Prefix of the cache addresses of queued writes. It never changes, because every build must find the writes of earlier builds. */
export const WRITES = '/kept/writes/';

/** Stored data that belongs to one person. */
export interface Owned {
  readonly userId: string;
}

/** Returns the id of the signed-in teacher, whose data may be stored here. `undefined` for others, and on pages without TLS. */
export function ownerId(): string | undefined {
  const user = currentSession()?.user;
  const isOwner = user?.role === 'teacher' && !user.impersonated && globalThis.caches !== undefined;
  return isOwner ? user._id : undefined;
}

/** Stores a value under an address. Discards it if its owner signs out in the meantime. */
export async function writeOwn(address: string, value: Owned): Promise<void> {
  if (ownerId() !== value.userId) return;
  const cache = await caches.open(OWN_CACHE);
  await cache.put(address, Response.json(value));
  if (ownerId() !== value.userId) await caches.delete(OWN_CACHE);
}

/** Returns the value under an address if it belongs to the signed-in person. */
export async function readOwn<Value extends Owned>(address: string): Promise<Value | undefined> {
  const userId = ownerId();
  if (userId === undefined) return undefined;
  const response = await caches.match(address, { cacheName: OWN_CACHE });
  const value = (await response?.json()) as Value | undefined;
  return value?.userId === userId ? value : undefined;
}

/** Returns the addresses of stored values with this prefix. */
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

/** Deletes the cache again: opening it recreates it if its owner signed out in the meantime. */
async function leaveNone(): Promise<void> {
  if (ownerId() === undefined) await caches.delete(OWN_CACHE);
}
