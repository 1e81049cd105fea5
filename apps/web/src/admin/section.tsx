import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import button from '../ui/button.module.css';
import page from '../ui/page.module.css';
import { Empty } from '../ui/states.tsx';
import admin from './admin.module.css';
import type { Column } from './list/columns.ts';
import { DataTable } from './list/data-table.tsx';
import { type SectionId, screenOf, sectionSearch } from './sections.ts';

/** History state of a link from a list to the page of a row. */
interface ListOrigin {
  /** Query string of the list. */
  list: string;
}

/** Returns the state of links to the pages of rows: the current list with its filters, order and page. */
export function useListOrigin(): ListOrigin {
  return { list: useLocation().search };
}

/** Returns the query string of a section: that of its list if this page was opened from it, otherwise the initial state. */
export function useListSearch(section: SectionId): string {
  // Only this application writes the state of its history entries.
  const list = (useLocation().state as Partial<ListOrigin> | null)?.list;
  return list !== undefined && screenOf(new URLSearchParams(list)) === section
    ? list
    : sectionSearch(section);
}

/** Shown instead of a section that the administrator may not open. */
export function ClosedSection() {
  const { t } = useTranslation();
  return (
    <Empty
      action={
        <Link className={button.soft} to={{ search: sectionSearch('overview') }}>
          {t('admin.closed.back')}
        </Link>
      }
      text={t('admin.closed.text')}
      title={t('admin.closed.title')}
    />
  );
}

interface SectionProps {
  /** Id of the heading, unique on the page. */
  id: string;
  title: string;
  lead?: string;
  level?: 2 | 3;
  children: ReactNode;
}

/** Part of the Admin Panel, labelled by its heading, with an introductory sentence. */
export function Section({ id, title, lead, level = 2, children }: SectionProps) {
  const Heading = `h${level}` as const;
  return (
    <section aria-labelledby={id} className={page.section}>
      <div className={admin.head}>
        <Heading id={id}>{title}</Heading>
        {lead && <p className={page.soft}>{lead}</p>}
      </div>
      {children}
    </section>
  );
}

interface TitledTableProps<Row> {
  id: string;
  title: string;
  lead?: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

/** Titled table, or a sentence if it has no rows. */
export function TitledTable<Row>({ id, title, lead, rows, ...table }: TitledTableProps<Row>) {
  const { t } = useTranslation();
  return (
    <Section id={id} level={3} title={title} {...(lead === undefined ? {} : { lead })}>
      {rows.length === 0 ? (
        <p className={page.soft}>{t('admin.person.none')}</p>
      ) : (
        <DataTable {...table} label={title} rows={rows} />
      )}
    </Section>
  );
}
