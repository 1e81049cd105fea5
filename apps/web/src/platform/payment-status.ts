import { PAYMENT_STATUS_CACHE } from '@mutual-transfer/domain/constants';
import type { PaymentStatus } from '@mutual-transfer/domain/payments/payment';
import { tabStorage } from './device-storage.ts';
import { currentSession } from './session.ts';

/** `sessionStorage` key of the last payment status, which survives a reload of the tab. */
const STATUS = 'paymentStatus';

interface StoredStatus {
  userId: string;
  checkedAt: number;
  status: PaymentStatus;
}

/** Stores the payment status of the person who is signed in. Ignores a late one of another person. */
export function storePaymentStatus(userId: string, status: PaymentStatus): void {
  if (currentSession()?.user._id !== userId) return;
  const stored: StoredStatus = { userId, checkedAt: Date.now(), status };
  tabStorage.set(STATUS, JSON.stringify(stored));
}

export function forgetPaymentStatus(): void {
  tabStorage.remove(STATUS);
}

/** Returns the payment status that was stored for this person in the last minute. */
export function storedPaymentStatus(userId: string): PaymentStatus | undefined {
  try {
    const stored = JSON.parse(tabStorage.get(STATUS) ?? 'null') as StoredStatus | null;
    if (stored === null || stored.userId !== userId) return undefined;
    const age = Date.now() - stored.checkedAt;
    // The age is negative if the device's clock was set back.
    return age >= 0 && age < PAYMENT_STATUS_CACHE ? stored.status : undefined;
  } catch {
    return undefined;
  }
}
