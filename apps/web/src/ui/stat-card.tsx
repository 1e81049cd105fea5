import type { ReactNode } from 'react';
import { Link } from 'react-router';
import page from './page.module.css';
import classes from './stat-card.module.css';

interface StatProps {
  readonly icon: ReactNode;
  readonly label: string;
  /** The number as the reader writes it; nothing while it is on its way. */
  readonly value: string | undefined;
  readonly tone?: 'good' | undefined;
  /** Where it leads, if anywhere. */
  readonly to?: string;
}

/** One number and what it counts. */
export function Stat({ icon, label, value, tone, to }: StatProps) {
  const box = { className: `${page.panel} ${classes.stat}`, 'data-tone': tone };
  const content = (
    <>
      <span aria-hidden="true" className={classes.icon}>
        {icon}
      </span>
      <span className={page.soft}>{label}</span>
      <strong className={classes.value}>{value ?? '–'}</strong>
    </>
  );
  if (to === undefined) return <span {...box}>{content}</span>;
  return (
    <Link {...box} to={to}>
      {content}
    </Link>
  );
}
