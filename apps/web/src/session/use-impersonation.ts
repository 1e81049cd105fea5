import type { Impersonation } from '@mutual-transfer/domain/administration';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { forgetDrafts } from '../api/use-draft.ts';
import { paths } from '../paths.ts';
import { beginLeaving } from './leaving.ts';
import { forgetPaymentStatus } from './payment-status.ts';
import { beginImpersonation, currentSession, endImpersonation } from './session.ts';
import { endOnServer } from './use-logout.ts';

/** The ways into somebody's view of the product and back. Nothing that was asked as one is shown to the other. */
export function useImpersonation() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const change = async (changeSession: () => void, to: string) => {
    await client.cancelQueries();
    beginLeaving();
    forgetPaymentStatus();
    forgetDrafts();
    changeSession();
    client.clear();
    await navigate(to);
  };
  return {
    begin: (impersonation: Impersonation) => change(() => beginImpersonation(impersonation), paths.dashboard),
    end: async () => {
      const token = currentSession()?.token;
      await change(endImpersonation, paths.admin);
      if (token !== undefined) await endOnServer(token);
    },
  };
}
