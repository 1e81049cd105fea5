import { Link } from 'react-router';
import classes from './tabs.module.css';

interface Tab {
  /** The address's query that opens it. */
  readonly search: string;
  readonly text: string;
  readonly isCurrent: boolean;
}

/** Links to the lists of one screen. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
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
    </nav>
  );
}
