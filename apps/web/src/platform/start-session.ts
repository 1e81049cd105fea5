import { type StoredSession, storeSession } from './session.ts';

/** Stores the session of a login. Push notices in this browser continue for the same person, and stop for another one. */
export function signIn(session: StoredSession): void {
  storeSession(session);
  followInThisBrowser();
}

/** Moves the push subscription of this browser to the new session, or ends it. Imported lazily, since rendering does not wait for it. */
export function followInThisBrowser(): void {
  void import('./push-device.ts').then(({ followSession }) => followSession()).catch(() => {});
}
