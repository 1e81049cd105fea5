import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { callApi } from '../api/client.ts';
import { paths } from '../paths.ts';
import { forgetPaymentStatus } from './payment-status.ts';
import { clearSession, sessionBehind } from './session.ts';

/**
 * Ends the session here and on the server, and goes to the start; the administrator's own behind it too. Without a
 * connection it ends here.
 */
export function useLogout(): () => Promise<void> {
  const navigate = useNavigate();
  const client = useQueryClient();
  return async () => {
    const behind = sessionBehind();
    await client.cancelQueries();
    await callApi('/auth/logout', { method: 'POST' }).catch(() => {});
    if (behind !== null) await endOnServer(behind.token);
    clearSession();
    forgetPaymentStatus();
    client.clear();
    await navigate(paths.home);
  };
}

/** Ends a session this browser no longer uses. */
export async function endOnServer(token: string): Promise<void> {
  await callApi('/auth/logout', { method: 'POST', token }).catch(() => {});
}
