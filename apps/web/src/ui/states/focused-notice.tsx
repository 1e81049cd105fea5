import { useEffect, useRef } from 'react';
import page from '../page.module.css';

/** Shows the result of an action and takes the focus with each new notice: the pressed button and its dialog may be gone. */
export function FocusedNotice({ notice }: { notice: { readonly text: string } }) {
  const element = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (notice.text !== '') element.current?.focus();
  }, [notice]);
  return (
    <p className={page.done} ref={element} role="status" tabIndex={-1}>
      {notice.text}
    </p>
  );
}
