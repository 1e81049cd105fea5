import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import classes from './tabs.module.css';

interface Tab {
  /** Query string that opens the list. */
  search: string;
  text: string;
  isCurrent: boolean;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  /** True for lists within a page: choosing one keeps the scroll position, the history entry and its state. */
  isWithinPage?: boolean;
  /** Content beside the tabs. */
  children?: ReactNode;
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
