import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import type { NoticeState } from '../navigation/notice-state.ts';
import { loadTexts } from '../platform/i18n/language.tsx';
import { useIsHydrated } from '../platform/use-is-hydrated.ts';

// Few visits say one.
const NoticeText = lazy(async () => {
  await loadTexts(['notices']);
  return import('./notice-text.tsx');
});

/** Says on the next screen what was done on the last one: the code that navigates names it in the state of the history entry. */
export function Notice() {
  const isHydrated = useIsHydrated();
  const state = useLocation().state as Partial<NoticeState> | null;
  // The server knows no state of the history.
  return isHydrated && state?.notice ? (
    <Suspense>
      <NoticeText notice={state.notice} />
    </Suspense>
  ) : null;
}
