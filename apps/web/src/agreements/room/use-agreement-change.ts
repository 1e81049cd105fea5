import type { Agreement } from '@mutual-transfer/domain/agreements/agreement';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../platform/api/client.ts';
import { useAction } from '../../platform/api/use-action.ts';
import { useSession } from '../../platform/session/session.ts';
import { refreshAgreements, showAgreement } from '../agreements.queries.ts';

/**
 * Returns the mutation that ticks a step or leaves the agreement, and shows the changed agreement. After an error it invalidates all
 * agreement queries: the server may have refused the change because the agreement has changed.
 */
export function useAgreementChange<Body>(id: string, what: 'steps' | 'leave', onDone: () => void) {
  const client = useQueryClient();
  const userId = useSession()?.user._id ?? '';
  return useAction(
    (body: Body) => callApi<Agreement>(`/agreements/${id}/${what}`, { method: 'POST', body }),
    async (answer) => {
      await showAgreement(client, userId, answer);
      onDone();
    },
    () => refreshAgreements(client),
  );
}
