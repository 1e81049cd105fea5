import { useLocation } from 'react-router';

/** History state with the email address or the phone number typed at login. Not in the URL, which is stored and shared. */
interface TypedIdentifier {
  readonly identifier: string;
  readonly isPhone: boolean;
}

/** Returns the history state of a page for a new password. */
export function stateWith(state: unknown, typed: TypedIdentifier): object {
  return { ...(typeof state === 'object' && state), typed };
}

/** Returns the email address or the phone number typed at login. Empty if it is of the other kind. */
export function useTypedIdentifier(kind: 'email' | 'phone'): string {
  // Only `stateWith` writes this part of the state.
  const state = useLocation().state as { readonly typed?: TypedIdentifier } | null;
  const typed = state?.typed;
  return typed?.isPhone === (kind === 'phone') ? typed.identifier : '';
}
