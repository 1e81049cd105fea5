import type { ReactNode } from 'react';
import classes from './tag.module.css';

export type Tone = 'good' | 'fair' | 'low' | 'faint' | 'urgent';

/** A short word about something, in a colour that means something. */
export function Tag({ tone = 'low', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  );
}
