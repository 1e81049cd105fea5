import type { Agreement } from '@mutual-transfer/domain/agreement';
import { useQueryClient } from '@tanstack/react-query';
import { refreshAgreements } from '../../api/agreement-queries.ts';
import { callApi } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';

/** Answers, ticks a step or leaves; all that shows the agreement is asked for again, also where it came too late. */
export function useAgreementChange<Body>(
  id: string,
  what: 'answer' | 'steps' | 'leave',
  onDone: () => void = () => {},
) {
  const client = useQueryClient();
  const refresh = () => refreshAgreements(client);
  return useAction(
    (body: Body) =>
      callApi<{ data: { agreement: Agreement } }>(`/agreements/${id}/${what}`, { method: 'POST', body }),
    () => {
      refresh();
      onDone();
    },
    refresh,
  );
}
