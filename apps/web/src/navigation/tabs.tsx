import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import classes from './tabs.module.css';

interface Tab {
  /** Query string that opens the list. */
  readonly search: string;
  readonly text: string;
  readonly isCurrent: boolean;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** True for lists within a page: choosing one keeps the scroll position, the history entry and its state. */
  readonly isWithinPage?: boolean;
  /** Content beside the tabs. */
  readonly children?: ReactNode;
}

/** Tabs: links to the lists of one page. */
export function Tabs({ label, tabs, isWithinPage = false, children }: TabsProps) {
  const { state } = useLocation();
  const options = isWithinPage ? { preventScrollReset: true, replace: true, state } : {};
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map(({ search, text, isCurrent }) => (
        <Link
          aria-current={isCurrent ? 'page' : undefined}
          className={classes.tab}
          key={search}
          to={{ search }}
          {...options}
        >
          {text}
        </Link>
      ))}
      {children}
    </nav>
  );
}
