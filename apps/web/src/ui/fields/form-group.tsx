import type { ReactNode } from 'react';
import page from '../page.module.css';
import classes from './form-group.module.css';

/** Group of fields: the title is beside them on a wide screen, above them on a phone. */
export function FormGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={`${page.panel} ${page.beside} ${classes.group}`}>
      <legend>
        <h2>{title}</h2>
      </legend>
      <div className={page.columns}>{children}</div>
    </fieldset>
  );
}

/** End of a form of groups, aligned with the fields. */
export function FormFoot({ children }: { children: ReactNode }) {
  return <div className={`${page.stack} ${classes.foot}`}>{children}</div>;
}
