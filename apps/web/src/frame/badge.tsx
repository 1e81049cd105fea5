import { useFormats } from '../platform/i18n/names.ts';
import classes from './badge.module.css';

interface BadgeProps {
  readonly count: number;
  /** Accessible name of the number. */
  readonly text: (number: string) => string;
}

/** How many wait, beside what leads to them; nothing for none. */
export function Badge({ count, text }: BadgeProps) {
  const formats = useFormats();
  if (count === 0) return null;
  const number = formats.number(count);
  return (
    <>
      <span aria-hidden="true" className={classes.badge}>
        {number}
      </span>
      <span className="visually-hidden">({text(number)})</span>
    </>
  );
}
