import type { Impersonation } from '@mutual-transfer/domain/administration';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { paths } from '../paths.ts';
import { forgetPaymentStatus } from './payment-status.ts';
import { beginImpersonation, currentSession, endImpersonation } from './session.ts';
import { endOnServer } from './use-logout.ts';

/** The ways into somebody's view of the product and back. Nothing that was asked as one is shown to the other. */
export function useImpersonation() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const change = (changeSession: () => void) => {
    forgetPaymentStatus();
    changeSession();
    client.clear();
  };
  return {
    /** Leaves the Admin Panel first, which the person looked at may not see. */
    begin: async (impersonation: Impersonation) => {
      await client.cancelQueries();
      await navigate(paths.dashboard);
      change(() => beginImpersonation(impersonation));
    },
    end: async () => {
      const token = currentSession()?.token;
      await client.cancelQueries();
      change(endImpersonation);
      await navigate(paths.admin);
      if (token !== undefined) await endOnServer(token);
    },
  };
}
