import type { Account } from '@mutual-transfer/domain/accounts/user';
import type { Impersonation } from '@mutual-transfer/domain/administration/administration';
import { useSyncExternalStore } from 'react';

/** The names under which the browser keeps the session, as the specification has them. */
export const TOKEN = 'token';
export const USER = 'user';
const ADMIN_TOKEN = 'origAdminToken';
const ADMIN_USER = 'origAdminUser';

/** The person signed in; marked when an administrator looks through their eyes. */
export interface KeptUser extends Account {
  readonly impersonated?: boolean;
  readonly impersonatedBy?: { readonly name: string };
}

export interface KeptSession {
  readonly token: string;
  readonly user: KeptUser;
}

/** The cache in which this browser keeps what the person signed in saw last and what waits to be sent: see `offline/`. */
export const OWN_CACHE = 'own';

const listeners = new Set<() => void>();
let known: { raw: string | null; session: KeptSession | null } = { raw: null, session: null };

/** The session this browser keeps, or null; the same object until it changes. */
export function currentSession(): KeptSession | null {
  const token = localStorage.getItem(TOKEN);
  const user = localStorage.getItem(USER);
  const raw = token === null || user === null ? null : `${token} ${user}`;
  if (raw !== known.raw) known = { raw, session: raw === null ? null : parse(token, user) };
  return known.session;
}

export function keepSession({ token, user }: KeptSession): void {
  if (currentSession()?.user._id !== user._id) eraseOwn();
  localStorage.setItem(TOKEN, token);
  localStorage.setItem(USER, JSON.stringify(user));
  announce();
}

/** Keeps a newer form of the session, unless it ended or became another one's meanwhile. */
export function renewSession(token: string, next: KeptSession): void {
  if (currentSession()?.token === token) keepSession(next);
}

/** Forgets the session, and the administrator's behind it. */
export function clearSession(): void {
  for (const name of [TOKEN, USER, ADMIN_TOKEN, ADMIN_USER]) localStorage.removeItem(name);
  eraseOwn();
  announce();
}

/** Puts the administrator's own session aside, and the target's in its place. */
export function beginImpersonation({ token, user, impersonatedBy }: Impersonation): void {
  const admin = currentSession();
  if (admin === null) return;
  localStorage.setItem(ADMIN_TOKEN, admin.token);
  localStorage.setItem(ADMIN_USER, JSON.stringify(admin.user));
  keepSession({
    token,
    user: { ...user, impersonated: true, impersonatedBy: { name: impersonatedBy.name } },
  });
}

/** The administrator's own session, put aside while they view the app as a teacher. */
export function sessionBehind(): KeptSession | null {
  const token = localStorage.getItem(ADMIN_TOKEN);
  const user = localStorage.getItem(ADMIN_USER);
  return token === null || user === null ? null : parse(token, user);
}

/** Brings the administrator's own session back. */
export function endImpersonation(): void {
  const admin = sessionBehind();
  clearSession();
  if (admin !== null) keepSession(admin);
}

/** The session; null while the server renders and until the page is hydrated. */
export function useSession(): KeptSession | null {
  return useSyncExternalStore(subscribe, currentSession, () => null);
}

function parse(token: string | null, user: string | null): KeptSession | null {
  try {
    const kept = JSON.parse(user ?? '') as KeptUser | null;
    return typeof kept?.role === 'string' ? { token: token ?? '', user: kept } : null;
  } catch {
    return null;
  }
}

/** Nothing that one person saw or wrote stays for the next. Pages without TLS have no such cache. */
function eraseOwn(): void {
  void globalThis.caches?.delete(OWN_CACHE);
}

function announce(): void {
  for (const listener of listeners) listener();
}

/** Another tab that signs in or out is heard too. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
