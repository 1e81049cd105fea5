import { SIGN_UP_POPUP_DELAY } from '@mutual-transfer/domain/constants';
import { lazy, Suspense, useEffect, useState } from 'react';

const SignUpDialog = lazy(() => import('./sign-up-dialog.tsx'));

const SEEN = 'sign-up-popup-seen';
const WAIT_FOR_TYPING = 3_000;

/** Invites visitors to register after 20 seconds: once per visit, and not while they type. */
export function SignUpPopup() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (sessionStorage.getItem(SEEN)) return;
    let timer = setTimeout(open, SIGN_UP_POPUP_DELAY);
    function open() {
      if (isTyping()) timer = setTimeout(open, WAIT_FOR_TYPING);
      else setOpen(true);
    }
    return () => clearTimeout(timer);
  }, []);
  const close = () => {
    sessionStorage.setItem(SEEN, 'yes');
    setOpen(false);
  };
  return isOpen ? (
    <Suspense>
      <SignUpDialog onClose={close} />
    </Suspense>
  ) : null;
}

function isTyping(): boolean {
  return document.activeElement?.matches('input, select, textarea') ?? false;
}
