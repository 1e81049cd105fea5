import { SIGN_UP_POPUP_DELAY } from '@mutual-transfer/domain/constants';
import { lazy, Suspense, useEffect, useState } from 'react';
import { loadTexts } from '../platform/i18n/language.tsx';

const SignUpDialog = lazy(async () => {
  await loadTexts(['inside']);
  return import('./sign-up-dialog.tsx');
});

const SEEN = 'sign-up-popup-seen';
const WAIT_FOR_TYPING = 3_000;

/** Invites an anonymous visitor after 20 seconds, once a visit, and not while they are typing. */
export function SignUpPopup() {
  const [isOpen, setOpen] = useState(false);
  // The invitation follows the clock, and not anything a visitor does; it ends with the list.
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
