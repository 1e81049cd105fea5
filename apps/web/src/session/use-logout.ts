import { callApi } from '../api/client.ts';
import { currentSession, sessionBehind } from './session.ts';
import { useLeave } from './use-leave.ts';

/**
 * Ends the session here and on the server, and goes to the start; the administrator's own behind it too. Without a
 * connection it ends here.
 */
export function useLogout(): () => Promise<void> {
  const leave = useLeave();
  return async () => {
    const tokens = [currentSession()?.token, sessionBehind()?.token];
    await leave();
    await Promise.all(tokens.filter((token) => token !== undefined).map(endOnServer));
  };
}

/** Ends a session this browser no longer uses. */
export async function endOnServer(token: string): Promise<void> {
  await callApi('/auth/logout', { method: 'POST', token }).catch(() => {});
}
