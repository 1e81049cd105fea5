import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import classes from './list.module.css';

interface FoldProps {
  readonly label: ReactNode;
  /** Collapses the content when this value changes. */
  readonly place?: string;
  readonly children: ReactNode;
}

/** Content that a button expands on a narrow screen. On a wide screen it is always visible, without the button. */
export function Fold({ label, place, children }: FoldProps) {
  const id = useId();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const here = place ?? '';
  const isOpen = openAt === here;
  return (
    <div className={classes.fold}>
      <Button
        aria-controls={id}
        aria-expanded={isOpen}
        className={classes.opener}
        onClick={() => setOpenAt(isOpen ? null : here)}
      >
        {label}
        <IconChevronDown aria-hidden="true" size={18} />
      </Button>
      <div className={classes.content} data-open={isOpen || undefined} id={id}>
        {children}
      </div>
    </div>
  );
}
