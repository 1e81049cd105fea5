import type { NewAnswer } from '@mutual-transfer/domain/agreements/agreement';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../platform/api/client.ts';
import { useAction } from '../../platform/api/use-action.ts';
import { sendOrQueue } from '../../platform/offline/write-queue.ts';
import { refreshAgreements } from '../agreements.queries.ts';

/** Returns the mutation that ticks a step or leaves the agreement. */
export function useAgreementChange<Body>(id: string, what: 'steps' | 'leave', onDone?: () => void) {
  return useChange((body: Body) => callApi(`/agreements/${id}/${what}`, { method: 'POST', body }), onDone);
}

/** Returns the mutation that answers. Without a connection the answer is queued on this device. */
export function useAgreementAnswer(id: string, onDone: (became: 'sent' | 'waiting') => void) {
  return useChange((body: NewAnswer) => sendOrQueue({ kind: 'answer', id, body }), onDone);
}

/**
 * Returns a mutation that invalidates all agreement queries, both after a success and after an error: the server may have refused the
 * change because the agreement has changed.
 */
function useChange<Body, Answer>(
  act: (body: Body) => Promise<Answer>,
  onDone: (answer: Answer) => void = () => {},
) {
  const client = useQueryClient();
  const refresh = () => refreshAgreements(client);
  return useAction(
    act,
    (answer) => {
      refresh();
      onDone(answer);
    },
    refresh,
  );
}
