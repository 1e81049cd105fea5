import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { callApi } from '../api/client.ts';
import { paths } from '../paths.ts';
import { clearSession } from './session.ts';

/** Ends the session here and on the server, and goes to the start. Without a connection it ends here. */
export function useLogout(): () => Promise<void> {
  const navigate = useNavigate();
  const client = useQueryClient();
  return async () => {
    await callApi('/auth/logout', { method: 'POST' }).catch(() => {});
    clearSession();
    client.clear();
    await navigate(paths.home);
  };
}
