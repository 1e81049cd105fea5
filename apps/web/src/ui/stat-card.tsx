import type { ReactNode } from 'react';
import page from './page.module.css';
import classes from './stat-card.module.css';

interface StatProps {
  readonly icon?: ReactNode;
  readonly label: string;
  /** Formatted number. `undefined` while loading. */
  readonly value: string | undefined;
  /** Total of which the figure is a part. */
  readonly note?: string | undefined;
  readonly tone?: 'good' | undefined;
}

/** Figure with its label. */
export function Stat({ icon, label, value, note, tone }: StatProps) {
  return (
    <span className={`${page.panel} ${classes.stat}`} data-tone={tone}>
      {icon !== undefined && (
        <span aria-hidden="true" className={classes.icon}>
          {icon}
        </span>
      )}
      <span className={page.soft}>{label}</span>
      <strong className={classes.value}>
        {value ?? '–'}
        {note !== undefined && <small className={classes.note}>{note}</small>}
      </strong>
    </span>
  );
}
