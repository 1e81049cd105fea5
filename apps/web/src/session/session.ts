import type { Account, Session } from '@mutual-transfer/domain/user';
import { useSyncExternalStore } from 'react';

/** The names under which the browser keeps the session, as the specification has them. */
const TOKEN = 'token';
const USER = 'user';

const listeners = new Set<() => void>();
let known: { raw: string | null; session: Session | null } = { raw: null, session: null };

/** The session this browser keeps, or null; the same object until it changes. */
export function currentSession(): Session | null {
  const token = localStorage.getItem(TOKEN);
  const user = localStorage.getItem(USER);
  const raw = token === null || user === null ? null : `${token} ${user}`;
  if (raw !== known.raw) known = { raw, session: raw === null ? null : parse(token, user) };
  return known.session;
}

export function keepSession({ token, user }: Session): void {
  localStorage.setItem(TOKEN, token);
  localStorage.setItem(USER, JSON.stringify(user));
  announce();
}

export function clearSession(): void {
  localStorage.removeItem(TOKEN);
  localStorage.removeItem(USER);
  announce();
}

/** The session; null while the server renders and until the page has come alive. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, currentSession, () => null);
}

function parse(token: string | null, user: string | null): Session | null {
  try {
    return { token: token ?? '', user: JSON.parse(user ?? '') as Account };
  } catch {
    return null;
  }
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
