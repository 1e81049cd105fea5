import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Email address or phone number typed at login. In the history state, not in the URL, which is stored and shared. */
interface TypedIdentifier {
  identifier: string;
  isPhone: boolean;
}

/** Returns the history state of a page for a new password. */
export function stateWith(state: unknown, typed: TypedIdentifier): object {
  return { ...(typeof state === 'object' && state), typed };
}

/**
 * Returns a getter of the email address or phone number typed at login; its result is empty for the other kind. Removes the identifier from
 * the history, where the next user of a shared phone could find it.
 */
export function useTypedIdentifier(): (kind: 'email' | 'phone') => string {
  const location = useLocation();
  const navigate = useNavigate();
  const [typed] = useState(() => split(location.state).typed);
  useEffect(() => {
    const { typed: stored, rest } = split(location.state);
    if (stored === undefined) return;
    const options = { replace: true, preventScrollReset: true, state: rest };
    void navigate({ pathname: location.pathname, search: location.search }, options);
  }, [location, navigate]);
  return (kind) => (typed?.isPhone === (kind === 'phone') ? typed.identifier : '');
}

function split(state: unknown): { typed?: TypedIdentifier | undefined; rest: object } {
  // Only `stateWith` writes this part of the state.
  const { typed, ...rest } = (state ?? {}) as { typed?: TypedIdentifier };
  return { typed, rest };
}
