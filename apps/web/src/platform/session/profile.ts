import type { Account } from '@mutual-transfer/domain/accounts/user';
import type { PrivacySettings } from '@mutual-transfer/domain/requests/transfer-request';
import { nothingHidden } from '@mutual-transfer/domain/requests/transfer-request-words';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../api/queries.ts';
import { useSession } from './session.ts';

export function profileQuery(userId: string) {
  return callQuery(['profile', userId], '/auth/profile', (account: Account) => account);
}

/** Returns what the account hides, from the profile in the cache or else from the session. Makes no API call. */
export function useAccountPrivacy(): PrivacySettings {
  const session = useSession();
  const { data } = useQuery({ ...profileQuery(session?.user._id ?? ''), enabled: false });
  return (data ?? session?.user)?.privacySettings ?? nothingHidden;
}
