import { useFormats } from '../../platform/i18n/names.ts';
import classes from './member-frame.module.css';

interface BadgeProps {
  readonly count: number;
  /** Accessible name of the number. */
  readonly text: (number: string) => string;
}

/** Number of waiting items beside a link. Renders nothing for 0. */
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
