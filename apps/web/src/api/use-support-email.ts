import type { Support } from '@mutual-transfer/domain/administration';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from './client.ts';

export const supportQuery = queryOptions({
  queryKey: ['support'],
  queryFn: ({ signal }) => callApi<Support>('/support', { signal }),
});

/** Whether a link to a new password is sent by e-mail. */
export function useSendsPasswordLinks(): boolean {
  return useQuery(supportQuery).data?.sendsPasswordLinks === true;
}

/** Where teachers write who forgot their password or complain; nothing until it is known. */
export function useSupportEmail(): string {
  return useQuery(supportQuery).data?.supportEmail ?? '';
}
