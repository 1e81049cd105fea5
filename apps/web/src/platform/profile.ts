import type { Account } from '@mutual-transfer/domain/accounts/user';
import type { PrivacySettings } from '@mutual-transfer/domain/requests/transfer-request';
import { nothingHidden } from '@mutual-transfer/domain/requests/transfer-request-words';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from './queries.ts';
import { updateAccount, useSession } from './session.ts';

/** Query of the user's account. Its answer also updates the copy in the session. */
export function profileQuery(userId: string) {
  return callQuery(['profile', userId], '/auth/profile', (account: Account) => {
    updateAccount(account);
    return account;
  });
}

/** Returns what the account hides, from the session's copy of the account. Makes no API call. */
export function useAccountPrivacy(): PrivacySettings {
  return useSession()?.user.privacySettings ?? nothingHidden;
}

/** Returns what the account hides, with an API call. `isLoaded` is `false` while it comes from the session. */
export function useLoadedPrivacy(): { hidden: PrivacySettings; isLoaded: boolean } {
  const user = useSession()?.user;
  const {
    data = user,
    isSuccess,
    isPlaceholderData,
  } = useQuery({
    ...profileQuery(user?._id ?? ''),
    enabled: user !== undefined,
    placeholderData: user,
  });
  return { hidden: data?.privacySettings ?? nothingHidden, isLoaded: isSuccess && !isPlaceholderData };
}

/** Returns true if the signed-in teacher has not stated their category of service. */
export function useLacksCategory(): boolean {
  return useSession()?.user.category === null;
}
