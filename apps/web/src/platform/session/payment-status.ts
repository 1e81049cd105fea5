import { PAYMENT_STATUS_CACHE } from '@mutual-transfer/domain/constants';
import type { PaymentStatus } from '@mutual-transfer/domain/payments/payment';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';
import { tabStorage } from '../device-storage.ts';
import { persisterOf } from '../offline/persister.ts';
import { currentSession, type StoredSession } from './session.ts';

/** `sessionStorage` key of the last payment status, which survives a reload of the tab. */
const STATUS = 'paymentStatus';

interface StoredStatus {
  readonly userId: string;
  readonly checkedAt: number;
  readonly status: PaymentStatus;
}

/** Query of the payment status of the session, fresh for a minute. */
export function paymentStatusQuery(session: StoredSession | null) {
  const stored = session === null ? undefined : readStored(session.user._id);
  const queryKey = ['payment-status', session?.user._id ?? null];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      const status = await callApi<PaymentStatus>('/payment/status', { signal });
      storePaymentStatus(status);
      return status;
    },
    ...persisterOf<PaymentStatus, typeof queryKey>(queryKey),
    enabled: session !== null,
    staleTime: PAYMENT_STATUS_CACHE,
    ...(stored === undefined ? {} : { initialData: stored.status, initialDataUpdatedAt: stored.checkedAt }),
  });
}

export function storePaymentStatus(status: PaymentStatus): void {
  const session = currentSession();
  if (session === null) return;
  const stored: StoredStatus = { userId: session.user._id, checkedAt: Date.now(), status };
  tabStorage.set(STATUS, JSON.stringify(stored));
}

export function forgetPaymentStatus(): void {
  tabStorage.remove(STATUS);
}

function readStored(userId: string): StoredStatus | undefined {
  try {
    const stored = JSON.parse(tabStorage.get(STATUS) ?? 'null') as StoredStatus | null;
    if (stored === null || stored.userId !== userId) return undefined;
    const age = Date.now() - stored.checkedAt;
    // The age is negative if the device's clock was set back.
    return age >= 0 && age < PAYMENT_STATUS_CACHE ? stored : undefined;
  } catch {
    return undefined;
  }
}
