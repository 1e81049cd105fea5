import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { forgetDrafts } from '../drafts.ts';
import { paths } from '../paths.ts';
import { beginLeaving } from './leaving-state.ts';
import { forgetPaymentStatus } from './payment-status.ts';
import { clearSession } from './session.ts';

/** Forgets the session and all that belongs to it, then leaves for the start; `notice` is what the start then says. */
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
