import type { Support } from '@mutual-transfer/domain/administration/administration';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from './client.ts';

export const supportQuery = queryOptions({
  queryKey: ['support'],
  queryFn: ({ signal }) => callApi<Support>('/support', { signal }),
});

/** Returns the channels by which a teacher can set a new password without the administrator. None until loaded. */
export function usePasswordResetChannels(): Pick<Support, 'sendsPasswordLinks' | 'sendsPasswordCodes'> {
  return useQuery(supportQuery).data ?? { sendsPasswordLinks: false, sendsPasswordCodes: false };
}

/** Returns the address of the state portal. `null` if none is set or until it is loaded. */
export function usePortalUrl(): string | null {
  return useQuery(supportQuery).data?.portalUrl ?? null;
}

/** Returns the support email address, or an empty string until it is loaded. */
export function useSupportEmail(): string {
  return useQuery(supportQuery).data?.supportEmail ?? '';
}
