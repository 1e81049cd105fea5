import { useNavigate } from 'react-router';
import type { ApiError } from '../api/client.ts';
import { paths } from '../paths.ts';
import { forgetPaymentStatus } from './payment-status.ts';
import { clearSession } from './session.ts';

/**
 * Where a refusal leads: a session the server no longer knows is forgotten and leads to the login, a missing payment to
 * the payment. Both know the way back.
 */
export function useRefusal(): (error: ApiError) => void {
  const navigate = useNavigate();
  return ({ status, code }) => {
    const to = placeFor(status, code);
    const { pathname, search } = window.location;
    if (to === paths.login) clearSession();
    if (to === paths.payment) forgetPaymentStatus();
    if (to === undefined || to === pathname) return;
    void navigate(to, { replace: true, state: { from: `${pathname}${search}` } });
  };
}

function placeFor(status: number, code: string): string | undefined {
  if (code === 'unauthenticated') return paths.login;
  return status === 402 ? paths.payment : undefined;
}
