import type { Impersonation } from '@mutual-transfer/domain/administration/administration';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { callApi } from './client.ts';
import { beginLeaving } from './leaving.ts';
import { paths } from './paths.ts';
import { beginImpersonation, endImpersonation } from './session.ts';

/**
 * Returns functions that start and end an administrator's view as a teacher. Both clear the query cache, so that neither session sees
 * answers of the other.
 */
export function useImpersonation() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const change = async (changeSession: () => void, to: string) => {
    await client.cancelQueries();
    beginLeaving();
    changeSession();
    client.clear();
    await navigate(to);
  };
  return {
    begin: (impersonation: Impersonation) => change(() => beginImpersonation(impersonation), paths.dashboard),
    end: async () => {
      await change(endImpersonation, paths.admin);
      await callApi('/admin/impersonate', { method: 'DELETE' }).catch(() => {});
    },
  };
}
