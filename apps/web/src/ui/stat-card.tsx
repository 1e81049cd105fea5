import type { ReactNode } from 'react';
import page from './page.module.css';
import classes from './stat-card.module.css';

interface StatProps {
  icon?: ReactNode;
  label: string;
  /** Formatted number. `undefined` while loading. */
  value: string | undefined;
  /** Total of which the figure is a part. */
  note?: string | undefined;
  tone?: 'good' | undefined;
}

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
