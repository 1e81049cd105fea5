import { PAYMENT_STATUS_CACHE } from '@mutual-transfer/domain/constants';
import type { Me } from '@mutual-transfer/domain/dashboard';
import type { PaymentStatus } from '@mutual-transfer/domain/payments/payment';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useReading } from './i18n/language.tsx';
import { storePaymentStatus } from './payment-status.ts';
import { callQuery, refetchEvery } from './queries.ts';
import { updateAccount, useSession } from './session.ts';

/**
 * Query of what every page of a signed-in person needs, fresh for a minute. Its answer also updates the account in the session, the payment
 * status that a reload finds, and the number of unread alerts. Announcements depend on the language.
 */
export function meQuery(userId: string, language: string) {
  return queryOptions({
    ...callQuery(['me', userId, language], '/me', (me: Me, client) => {
      updateAccount(me.account);
      storePaymentStatus(userId, me.payment);
      if (me.waiting) client.setQueryData(unreadAlertsQuery(userId).queryKey, me.waiting.alerts);
      return me;
    }),
    staleTime: PAYMENT_STATUS_CACHE,
  });
}

/** Returns the query of the signed-in person. A change of the language keeps the earlier answer until the next one arrives. */
export function useMe({ refetchOnMount = true }: { refetchOnMount?: 'always' | true } = {}) {
  const session = useSession();
  const { language } = useReading();
  const userId = session?.user._id ?? '';
  return useQuery({
    ...meQuery(userId, language),
    refetchOnMount,
    enabled: session !== null,
    placeholderData: (previous: Me | undefined, query) =>
      query?.queryKey[1] === userId ? previous : undefined,
  });
}

/** Changes the loaded answers about the signed-in person, which differ only in the language of announcements. */
export function changeMe(client: QueryClient, userId: string, change: (me: Me) => Me): void {
  client.setQueriesData<Me>({ queryKey: ['me', userId] }, (me) => me && change(me));
}

export function changePayment(client: QueryClient, userId: string, payment: PaymentStatus): void {
  storePaymentStatus(userId, payment);
  changeMe(client, userId, (me) => ({ ...me, payment }));
}

export function unreadAlertsQuery(userId: string) {
  return {
    ...callQuery(['alerts', userId, 'unread'], '/alerts/unread', ({ unread }: { unread: number }) => unread),
    refetchInterval: refetchEvery.dashboard,
  };
}
