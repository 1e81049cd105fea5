import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { callApi } from './client.ts';
import { paths } from './paths.ts';
import { clearSession, currentSession, sessionBehind } from './session.ts';

let isUnderWay = false;

/** Suppresses redirects of the current page until the next page renders. */
export function beginLeaving(): void {
  isUnderWay = true;
}

/** Ends the state of leaving: another page has rendered. */
export function arrive(): void {
  isUnderWay = false;
}

/** Returns `true` while the user leaves for a page with another session or none. */
export function isLeaving(): boolean {
  return isUnderWay;
}

/**
 * Returns a function that deletes the session and the answers of its account, then navigates, by default to the start page. `state` may
 * name a notice that is shown there. `useEndOfSession` deletes the rest of the account's data in this tab.
 */
export function useLeave(): (to?: string, state?: object) => Promise<void> {
  const navigate = useNavigate();
  const client = useQueryClient();
  return async (to = paths.home, state = {}) => {
    beginLeaving();
    clearSession();
    client.clear();
    await navigate(to, { replace: true, state });
  };
}

/**
 * Returns a function that ends the session here and on the server, and navigates to the start page. While an administrator views the app as
 * a teacher it ends their own session together with the teacher's view. Without a connection it ends the session on this device only.
 */
export function useLogout(): () => Promise<void> {
  const leave = useLeave();
  return async () => {
    const token = sessionBehind()?.token ?? currentSession()?.token;
    await leave();
    if (token !== undefined) await callApi('/auth/logout', { method: 'POST', token }).catch(() => {});
  };
}
