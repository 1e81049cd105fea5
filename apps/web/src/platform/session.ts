import type { Account } from '@mutual-transfer/domain/accounts/user';
import type { Impersonation } from '@mutual-transfer/domain/administration/administration';
import { useDeferredValue, useSyncExternalStore } from 'react';
import { clearStored } from './answer-store.ts';
import { deviceStorage } from './device-storage.ts';

/** Storage keys of the session, as required by the specification. */
export const TOKEN = 'token';
export const USER = 'user';
const ADMIN_TOKEN = 'origAdminToken';
const ADMIN_USER = 'origAdminUser';
/** Mark for the other tabs of an account that was deleted, until the next sign-in. */
const DELETED = 'account-deleted';

/** Signed-in person, with a mark while an administrator views the product as them. */
export interface StoredUser extends Account {
  impersonated?: boolean;
  impersonatedBy?: { name: string };
}

export interface StoredSession {
  token: string;
  user: StoredUser;
}

const listeners = new Set<() => void>();
let known: { raw: string | null; session: StoredSession | null } = { raw: null, session: null };

/** Returns the stored session or `null`. Returns the same object until the session changes. */
export function currentSession(): StoredSession | null {
  const token = deviceStorage.get(TOKEN);
  const user = deviceStorage.get(USER);
  const raw = token === null || user === null ? null : `${token} ${user}`;
  if (raw !== known.raw) known = { raw, session: raw === null ? null : parse(token, user) };
  return known.session;
}

export function storeSession({ token, user }: StoredSession): void {
  if (currentSession()?.user._id !== user._id) forgetLastState();
  deviceStorage.remove(DELETED);
  deviceStorage.set(TOKEN, token);
  deviceStorage.set(USER, JSON.stringify(user));
  announce();
}

/** Stores a newer version of the session, unless it ended or was replaced in the meantime. */
export function renewSession(token: string, next: StoredSession): void {
  if (currentSession()?.token === token) storeSession(next);
}

/** Changes the account in a session, unless the session ended or was replaced in the meantime. */
export function updateUser(token: string | undefined, changes: Partial<Account>): void {
  const session = currentSession();
  if (session === null || session.token !== token) return;
  const user = { ...session.user, ...changes };
  // Storing an equal account would render every part of the page that reads the session again.
  if (JSON.stringify(user) !== JSON.stringify(session.user)) storeSession({ token, user });
}

/** Stores a newer version of the account in the session, unless the session is another one's. */
export function updateAccount(account: Account): void {
  const session = currentSession();
  if (session?.user._id === account._id) updateUser(session.token, account);
}

/** Deletes the session, and the administrator's session behind it. */
export function clearSession(): void {
  for (const name of [TOKEN, USER, ADMIN_TOKEN, ADMIN_USER]) deviceStorage.remove(name);
  forgetLastState();
  announce();
}

/** Tells the other tabs why the session ends. */
export function noteAccountDeleted(): void {
  deviceStorage.set(DELETED, 'yes');
}

export function isAccountDeleted(): boolean {
  return deviceStorage.get(DELETED) !== null;
}

/** Stores the administrator's own session under other keys, and the teacher's session in its place. */
export function beginImpersonation({ token, user, impersonatedBy }: Impersonation): void {
  const admin = currentSession();
  if (admin === null) return;
  deviceStorage.set(ADMIN_TOKEN, admin.token);
  deviceStorage.set(ADMIN_USER, JSON.stringify(admin.user));
  storeSession({
    token,
    user: { ...user, impersonated: true, impersonatedBy: { name: impersonatedBy.name } },
  });
}

/** Returns the administrator's own session while they view the product as a teacher. */
export function sessionBehind(): StoredSession | null {
  const token = deviceStorage.get(ADMIN_TOKEN);
  const user = deviceStorage.get(ADMIN_USER);
  return token === null || user === null ? null : parse(token, user);
}

/** Restores the administrator's own session. */
export function endImpersonation(): void {
  const admin = sessionBehind();
  clearSession();
  if (admin !== null) storeSession(admin);
}

/** Returns the session as soon as the page is hydrated, for hooks that need not wait for a concurrent render. */
export function useStoredSession(): StoredSession | null {
  return useSyncExternalStore(subscribe, currentSession, () => null);
}

/**
 * Returns the session. `null` on the server and until the page is hydrated. Content that depends on the session then renders
 * concurrently, so that the page stays responsive; a session that changes or ends renders at once.
 */
export function useSession(): StoredSession | null {
  const session = useStoredSession();
  return useDeferredValue(session) === null ? null : session;
}

function parse(token: string | null, user: string | null): StoredSession | null {
  try {
    const stored = JSON.parse(user ?? '') as StoredUser | null;
    return typeof stored?.role === 'string' ? { token: token ?? '', user: stored } : null;
  } catch {
    return null;
  }
}

/** Deletes the stored answers of the account. If the user forbids storage, there are none. */
export function forgetLastState(): void {
  void clearStored().catch(() => {});
}

function announce(): void {
  for (const listener of listeners) listener();
}

/**
 * Subscribes to changes of the session, including logins and logouts in other tabs. A page that the browser restores from its
 * back/forward cache gets no storage events of the time before.
 */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  window.addEventListener('pageshow', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
    window.removeEventListener('pageshow', listener);
  };
}
