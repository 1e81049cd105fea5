import { DASHBOARD_POLL } from '@mutual-transfer/domain/constants';

/** While the server tells of changes: what the clock alone changes is asked for all the same. */
const POLL_WHILE_TOLD = 300_000;

let isTold = false;

/** Says whether the server tells of changes. @returns whether it did until now. */
export function setIsTold(next: boolean): boolean {
  const before = isTold;
  isTold = next;
  return before;
}

/**
 * For queries of screens that stay open: asked again when the server tells of changes (`platform/live/follow-changes.ts`) and every 30 seconds
 * where it does not, not in a hidden tab, and on return to it.
 */
export const live = {
  refetchInterval: () => (isTold ? POLL_WHILE_TOLD : DASHBOARD_POLL),
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: true,
} as const;
