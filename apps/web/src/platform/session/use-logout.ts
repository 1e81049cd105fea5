import { callApi } from '../api/client.ts';
import { currentSession, sessionBehind } from './session.ts';
import { useLeave } from './use-leave.ts';

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
