import { useTranslation } from '../../platform/i18n/language.tsx';
import page from '../../ui/page.module.css';
import { Section } from '../sections/section.tsx';
import type { Column } from './columns.ts';
import { DataTable } from './data-table.tsx';

interface TitledTableProps<Row> {
  readonly id: string;
  readonly title: string;
  readonly lead?: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
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
