import type { ReactNode } from 'react';
import classes from './tag.module.css';

export type Tone = 'good' | 'fair' | 'low' | 'faint' | 'urgent';

/** Short label in a colour that carries meaning. */
export function Tag({ tone = 'low', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  );
}
