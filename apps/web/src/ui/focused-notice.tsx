import { useCallback } from 'react';
import page from './page.module.css';

/** Says what was done. What was pressed may be gone, its dialog too, so focus goes here with each new notice. */
export function FocusedNotice({ notice }: { notice: { readonly text: string } }) {
  const focus = useCallback(
    (element: HTMLElement | null) => {
      if (notice.text !== '') element?.focus();
    },
    [notice],
  );
  return (
    <p className={page.done} ref={focus} role="status" tabIndex={-1}>
      {notice.text}
    </p>
  );
}
