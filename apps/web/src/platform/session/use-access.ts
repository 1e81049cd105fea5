import { useQuery } from '@tanstack/react-query';
import { hasFailed } from '../api/stored-fallback.ts';
import { hasAccess, paymentStatusQuery } from './payment-status.ts';
import { useSession } from './session.ts';

/**
 * What the reader may see: as a visitor, not known yet, known to lack the payment, or everything. Where the
 * check failed, it is not known (`unverified`), and it counts as a payment that is missing.
 */
export type Access = 'anonymous' | 'checking' | 'unpaid' | 'unverified' | 'open';

export function useAccess(): Access {
  const session = useSession();
  const query = useQuery(paymentStatusQuery(session));
  if (session === null) return 'anonymous';
  if (hasFailed(query)) return 'unverified';
  if (query.data === undefined) return 'checking';
  return hasAccess(query.data) ? 'open' : 'unpaid';
}

/** Without access a session sees what everybody may see. */
export function isWithoutAccess(access: Access): boolean {
  return access === 'unpaid' || access === 'unverified';
}
