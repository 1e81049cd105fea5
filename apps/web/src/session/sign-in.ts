import { type KeptSession, keepSession } from './session.ts';

/** Keeps the session of the person who has just signed in; where this browser takes notices, they are theirs from now on. */
export function signIn(session: KeptSession): void {
  keepSession(session);
  followInThisBrowser();
}

/** Loaded afterwards, for the screen waits for none of it. */
export function followInThisBrowser(): void {
  void import('./push-device.ts').then(({ followSession }) => followSession()).catch(() => {});
}
