import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { isLeaving } from '../platform/leaving.ts';
import { hasUnsavedInput, useUnsavedInput } from '../platform/unsaved-input.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';

/** Confirms leaving a screen with unsaved changes. Rendered while there are any. */
export function AskBeforeLeaving() {
  const { t } = useTranslation();
  useUnsavedInput(true);
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: next }) =>
      // A user who signs out has decided to leave.
      !isLeaving() && (here.pathname !== next.pathname || here.search !== next.search),
  );
  // The browser confirms closing or reloading a tab with its own text, unless the user has already confirmed in a dialog.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (hasUnsavedInput()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      isBusy={false}
      isHarmless
      onClose={() => blocker.reset()}
      onConfirm={() => blocker.proceed()}
      text={t('privacy.unsavedText')}
      texts={{ confirm: t('privacy.leave'), cancel: t('privacy.stay') }}
      title={t('privacy.unsaved')}
    />
  );
}
