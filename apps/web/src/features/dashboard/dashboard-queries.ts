import type { Alert } from '@mutual-transfer/domain/alert';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';

/** The newest alerts, hidden ones too. The product's own are sentences, so the answer depends on the language. */
export function alertsQuery(token: string, language: string) {
  return queryOptions({
    queryKey: ['alerts', token, language],
    queryFn: async ({ signal }) =>
      (await callApi<{ data: { alerts: Alert[] } }>('/alerts?includeHidden=true', { signal })).data.alerts,
  });
}
