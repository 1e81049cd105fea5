import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { forgetDrafts } from '../drafts.ts';
import { paths } from '../paths.ts';
import { beginLeaving } from './leaving-state.ts';
import { forgetPaymentStatus } from './payment-status.ts';
import { clearSession } from './session.ts';

/** Returns a function that deletes the session and all of its data, then navigates to the start page. `notice` is shown there. */
export function useLeave(): (notice?: string) => Promise<void> {
  const navigate = useNavigate();
  const client = useQueryClient();
  return async (notice) => {
    beginLeaving();
    clearSession();
    forgetPaymentStatus();
    forgetDrafts();
    client.clear();
    await navigate(paths.home, { replace: true, state: { notice } });
  };
}
