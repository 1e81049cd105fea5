import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { paths } from '../paths.ts';
import { beginLeaving } from './leaving-state.ts';
import { clearSession } from './session.ts';

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
