import { callApi } from '../api/client.ts';
import { currentSession, sessionBehind } from './session.ts';
import { useLeave } from './use-leave.ts';

/**
 * Ends the session here and on the server, and goes to the start. While an administrator views the app as a teacher it
 * ends their own session, and the teacher's view with it. Without a connection it ends here.
 */
export function useLogout(): () => Promise<void> {
  const leave = useLeave();
  return async () => {
    const token = sessionBehind()?.token ?? currentSession()?.token;
    await leave();
    if (token !== undefined) await callApi('/auth/logout', { method: 'POST', token }).catch(() => {});
  };
}
