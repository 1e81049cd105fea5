import type { SupportSettings } from '@mutual-transfer/domain/administration';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from './client.ts';

export const supportQuery = queryOptions({
  queryKey: ['support'],
  queryFn: ({ signal }) => callApi<SupportSettings>('/support', { signal }),
});

/** Where teachers write who forgot their password or complain; nothing until it is known. */
export function useSupportEmail(): string {
  return useQuery(supportQuery).data?.supportEmail ?? '';
}
