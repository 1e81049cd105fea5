import { PAYMENT_STATUS_CACHE } from '@mutual-transfer/domain/constants';
import type { PaymentStatus } from '@mutual-transfer/domain/payments/payment';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';
import { orKept } from '../api/stored-fallback.ts';
import { currentSession, type KeptSession } from './session.ts';

/** Storage key of the last answer, which this tab preserves over a reload. */
const KEPT = 'paymentStatus';

interface KeptStatus {
  readonly userId: string;
  readonly checkedAt: number;
  readonly status: PaymentStatus;
}

/** Payment status of the session, fresh for a minute. */
export function paymentStatusQuery(session: KeptSession | null) {
  const kept = session === null ? undefined : readKept(session.user._id);
  return queryOptions({
    queryKey: ['payment-status', session?.user._id ?? null],
    queryFn: async ({ signal, client, queryKey }) => {
      const status = await callApi<PaymentStatus>('/payment/status', { signal }).catch(
        orKept(client, queryKey),
      );
      keepPaymentStatus(status);
      return status;
    },
    enabled: session !== null,
    staleTime: PAYMENT_STATUS_CACHE,
    refetchOnReconnect: false,
    ...(kept === undefined ? {} : { initialData: kept.status, initialDataUpdatedAt: kept.checkedAt }),
  });
}

export function keepPaymentStatus(status: PaymentStatus): void {
  const session = currentSession();
  if (session === null) return;
  const kept: KeptStatus = { userId: session.user._id, checkedAt: Date.now(), status };
  sessionStorage.setItem(KEPT, JSON.stringify(kept));
}

export function forgetPaymentStatus(): void {
  sessionStorage.removeItem(KEPT);
}

function readKept(userId: string): KeptStatus | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as KeptStatus | null;
    if (kept === null || kept.userId !== userId) return undefined;
    const age = Date.now() - kept.checkedAt;
    // A negative age: the device's clock was set back.
    return age >= 0 && age < PAYMENT_STATUS_CACHE ? kept : undefined;
  } catch {
    return undefined;
  }
}
