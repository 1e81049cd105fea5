import type { ReactNode } from 'react';
import page from '../../ui/page.module.css';

interface SectionProps {
  /** Id of the heading, unique on the page. */
  readonly id: string;
  readonly title: string;
  readonly lead?: string;
  readonly level?: 2 | 3;
  readonly children: ReactNode;
}

/** Part of the Admin Panel, labelled by its heading, with an introductory sentence. */
export function Section({ id, title, lead, level = 2, children }: SectionProps) {
  const Heading = `h${level}` as const;
  return (
    <section aria-labelledby={id} className={page.section}>
      <div>
        <Heading id={id}>{title}</Heading>
        {lead && <p className={page.soft}>{lead}</p>}
      </div>
      {children}
    </section>
  );
}
