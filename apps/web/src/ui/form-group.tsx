import type { ReactNode } from 'react';
import classes from './form-group.module.css';
import page from './page.module.css';

interface FormGroupProps {
  readonly title: string;
  /** By which an address can name it. */
  readonly id?: string;
  readonly children: ReactNode;
}

/** Fields that belong together: their name beside them where there is room, above them on a phone. */
export function FormGroup({ title, id, children }: FormGroupProps) {
  return (
    <fieldset className={`${page.panel} ${page.beside} ${classes.group}`}>
      <legend>
        <h2 id={id}>{title}</h2>
      </legend>
      <div className={page.columns}>{children}</div>
    </fieldset>
  );
}

/** End of a form of groups, aligned with the fields. */
export function FormFoot({ children }: { children: ReactNode }) {
  return <div className={`${page.stack} ${classes.foot}`}>{children}</div>;
}
