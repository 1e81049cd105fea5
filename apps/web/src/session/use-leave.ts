import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { paths } from '../paths.ts';
import { forgetPaymentStatus } from './payment-status.ts';
import { clearSession } from './session.ts';

/**
 * Leaves for the start and forgets the session on arrival, before the start is drawn: forgotten any earlier, the guard of
 * the screen that is left would lead to the login instead. `notice` is what the start then says.
 */
export function useLeave(): (notice?: string) => Promise<void> {
  const navigate = useNavigate();
  const client = useQueryClient();
  return async (notice) => {
    await navigate(paths.home, { replace: true, state: { notice } });
    clearSession();
    forgetPaymentStatus();
    client.clear();
  };
}
