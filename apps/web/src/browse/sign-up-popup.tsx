import { SIGN_UP_POPUP_DELAY } from '@mutual-transfer/domain/constants';
import { lazy, Suspense, useEffect, useState } from 'react';
import { tabStorage } from '../platform/device-storage.ts';
import { untilLoaded } from '../platform/until-loaded.ts';

const SignUpDialog = lazy(() => untilLoaded(() => import('./sign-up-dialog.tsx')));

const SEEN = 'sign-up-popup-seen';
/** Pause after the last touch of a form, filter or search, in milliseconds. */
const PAUSE = 10_000;
const FORMS = 'form, details[open], [role="search"], [role="dialog"], dialog, input, select, textarea';

/** Invites visitors to register after 20 seconds: once per visit, and not while they use a form, a filter or the search. */
export function SignUpPopup() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (tabStorage.get(SEEN)) return;
    let usedAt = Number.NEGATIVE_INFINITY;
    let timer = setTimeout(open, SIGN_UP_POPUP_DELAY);
    const note = ({ target, timeStamp }: Event) => {
      if (target instanceof Element && target.closest(FORMS) !== null) usedAt = timeStamp;
    };
    function open() {
      const left = Math.max(isFilling() ? PAUSE : 0, usedAt + PAUSE - performance.now());
      if (left > 0) timer = setTimeout(open, left);
      else setOpen(true);
    }
    const uses = ['input', 'change', 'pointerdown', 'keydown'] as const;
    for (const use of uses) document.addEventListener(use, note, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const use of uses) document.removeEventListener(use, note);
    };
  }, []);
  const close = () => {
    tabStorage.set(SEEN, 'yes');
    setOpen(false);
  };
  return isOpen ? (
    <Suspense>
      <SignUpDialog onClose={close} />
    </Suspense>
  ) : null;
}

/** Returns true while a field has the focus or another dialog is open. */
function isFilling(): boolean {
  const isInField = document.activeElement?.matches('input, select, textarea') ?? false;
  return isInField || document.querySelector('dialog[open]') !== null;
}
