import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './tabs.module.css';

interface Tab {
  /** The address's query that opens it. */
  readonly search: string;
  readonly text: string;
  readonly isCurrent: boolean;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** What stands beside them. */
  readonly children?: ReactNode;
}

/** Links to the lists of one screen. */
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
