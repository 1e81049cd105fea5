import { type KeptSession, keepSession } from './session.ts';

/** Keeps the session of the person who has just signed in; a browser that took their notices goes on, one that took another person's does not. */
export function signIn(session: KeptSession): void {
  keepSession(session);
  followInThisBrowser();
}

/** Loaded afterwards, for the screen waits for none of it. */
export function followInThisBrowser(): void {
  void import('./push-device.ts').then(({ followSession }) => followSession()).catch(() => {});
}
