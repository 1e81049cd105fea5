import type { Agreement, NewAnswer } from '@mutual-transfer/domain/agreements/agreement';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../platform/api/client.ts';
import { useAction } from '../../platform/api/use-action.ts';
import { sendOrQueue } from '../../platform/offline/write-queue.ts';
import { useSession } from '../../platform/session/session.ts';
import { refreshAgreements, showAgreement } from '../agreements.queries.ts';

/** Returns the mutation that ticks a step or leaves the agreement. */
export function useAgreementChange<Body>(id: string, what: 'steps' | 'leave', onDone: () => void) {
  return useChange(
    (body: Body) => callApi<Agreement>(`/agreements/${id}/${what}`, { method: 'POST', body }),
    onDone,
  );
}

/** Returns the mutation that answers. Without a connection the answer is queued on this device. */
export function useAgreementAnswer(id: string, onDone: (became: 'sent' | 'waiting') => void) {
  return useChange((body: NewAnswer) => sendOrQueue<Agreement>({ kind: 'answer', id, body }), onDone);
}

/**
 * Returns a mutation that shows the changed agreement. After an error it invalidates all agreement queries: the server may have refused the
 * change because the agreement has changed.
 */
function useChange<Body>(
  act: (body: Body) => Promise<Agreement | 'waiting'>,
  onDone: (became: 'sent' | 'waiting') => void,
) {
  const client = useQueryClient();
  const userId = useSession()?.user._id ?? '';
  return useAction(
    act,
    async (answer) => {
      if (answer !== 'waiting') await showAgreement(client, userId, answer);
      onDone(answer === 'waiting' ? 'waiting' : 'sent');
    },
    () => refreshAgreements(client),
  );
}
