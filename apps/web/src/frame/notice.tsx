import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import type { NoticeState } from '../navigation/notice-state.ts';
import { untilLoaded } from '../platform/until-loaded.ts';
import { useIsHydrated } from '../platform/use-is-hydrated.ts';

// Lazy, because few visits show a notice.
const NoticeText = lazy(() => untilLoaded(() => import('./notice-text.tsx')));

/** Shows the result of the previous action, which the navigation passed in the state of the history entry. */
export function Notice() {
  const isHydrated = useIsHydrated();
  // Entries that show no notice have other fields or none.
  const state = useLocation().state as Partial<NoticeState> | null;
  // The server has no history state, so the first render must not have one either.
  return isHydrated && state?.notice ? (
    <Suspense>
      <NoticeText notice={state.notice} />
    </Suspense>
  ) : null;
}
