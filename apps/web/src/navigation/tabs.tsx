import type { ReactNode } from 'react';
import { Link } from 'react-router';
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
  /** Content beside the tabs. */
  readonly children?: ReactNode;
}

/** Tabs: links to the lists of one page. */
export function Tabs({ label, tabs, children }: TabsProps) {
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map(({ search, text, isCurrent }) => (
        <Link
          aria-current={isCurrent ? 'page' : undefined}
          className={classes.tab}
          key={search}
          to={{ search }}
        >
          {text}
        </Link>
      ))}
      {children}
    </nav>
  );
}
