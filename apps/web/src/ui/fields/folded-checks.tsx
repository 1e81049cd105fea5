import type { ReactNode } from 'react';
import page from '../page.module.css';

interface FoldedChecksProps {
  /** Text that opens the group. */
  readonly title: string;
  readonly hint: string;
  readonly children: ReactNode;
}

/** Collapsed group of checkboxes. */
export function FoldedChecks({ title, hint, children }: FoldedChecksProps) {
  return (
    <details>
      <summary>{title}</summary>
      <fieldset className={page.filters}>
        <legend className={`${page.whole} ${page.soft}`}>{hint}</legend>
        {children}
      </fieldset>
    </details>
  );
}
