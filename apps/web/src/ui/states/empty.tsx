import type { ReactNode } from 'react';
import classes from './states.module.css';

interface EmptyProps {
  readonly title: string;
  readonly text?: string | undefined;
  readonly action?: ReactNode;
  readonly level?: 1 | 2 | 3;
}

/** Message of an empty list, with the next action. */
export function Empty({ title, text, action, level = 2 }: EmptyProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={classes.empty}>
      <Heading>{title}</Heading>
      {text && <p>{text}</p>}
      {action}
    </div>
  );
}
