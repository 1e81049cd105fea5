import { hasAccess } from '@mutual-transfer/domain/payments/access';
import { useMe } from './me.ts';
import { storedPaymentStatus } from './payment-status.ts';
import { useSession } from './session.ts';

/**
 * Access of the user: visitor, not checked yet, unpaid, or full. If the first check failed, the state is `unverified` and counts as
 * unpaid; a later failure changes nothing.
 */
export type Access = 'anonymous' | 'checking' | 'unpaid' | 'unverified' | 'open';

export function useAccess(): Access {
  const session = useSession();
  const { data, isError, isStale, isFetching } = useMe();
  if (session === null) return 'anonymous';
  // A check that fails later does not take away a form that is being filled in. The server checks each call.
  const payment = data?.payment ?? storedPaymentStatus(session.user._id);
  if (payment === undefined) return isError ? 'unverified' : 'checking';
  if (hasAccess(payment)) return 'open';
  // A teacher who has paid since an old answer must not be sent to the payment.
  return data !== undefined && isStale && isFetching ? 'checking' : 'unpaid';
}

/** Returns `true` if the last answer says that the payment is missing, also while it is checked again. */
export function useIsUnpaid(): boolean {
  const payment = useMe().data?.payment;
  return payment !== undefined && !hasAccess(payment);
}

/** Returns `true` if the user sees only public data. */
export function isWithoutAccess(access: Access): boolean {
  return access === 'unpaid' || access === 'unverified';
}
