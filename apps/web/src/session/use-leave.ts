import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { paths } from '../paths.ts';
import { forgetPaymentStatus } from './payment-status.ts';
import { leaveBy } from './session.ts';

/** Forgets the session and leaves for the start; `notice` is what the start then says. */
export function useLeave(): (notice?: string) => Promise<void> {
  const navigate = useNavigate();
  const client = useQueryClient();
  return (notice) => {
    const way = async () => {
      forgetPaymentStatus();
      client.clear();
      await navigate(paths.home, { replace: true, state: { notice } });
    };
    return leaveBy(way);
  };
}
