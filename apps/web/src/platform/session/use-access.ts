import { hasAccess } from '@mutual-transfer/domain/payments/access';
import { useQuery } from '@tanstack/react-query';
import { paymentStatusQuery } from './payment-status.ts';
import { useSession } from './session.ts';

/**
 * Access of the user: visitor, not checked yet, unpaid, or full. If the first check failed, the state is `unverified` and counts as
 * unpaid; a later failure changes nothing.
 */
export type Access = 'anonymous' | 'checking' | 'unpaid' | 'unverified' | 'open';

export function useAccess(): Access {
  const session = useSession();
  const query = useQuery(paymentStatusQuery(session));
  if (session === null) return 'anonymous';
  // A check that fails later does not take away a form that is being filled in. The server checks each call.
  if (query.data === undefined) return query.isError ? 'unverified' : 'checking';
  return hasAccess(query.data) ? 'open' : 'unpaid';
}

/** Returns `true` if the user sees only public data. */
export function isWithoutAccess(access: Access): boolean {
  return access === 'unpaid' || access === 'unverified';
}
