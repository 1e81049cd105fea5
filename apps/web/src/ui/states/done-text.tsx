import type { ReactNode } from 'react';
import page from '../page.module.css';
import { scrollIntoView } from '../scroll-into-view.ts';

/** Message after a success, scrolled from below the fixed bar into view. Its live region is empty until then. */
export function DoneText({ children }: { children: ReactNode }) {
  return (
    <p className={page.done} role="status">
      {children && <span ref={scrollIntoView}>{children}</span>}
    </p>
  );
}
