import type { OrderLines } from '@mutual-transfer/domain/administration/office-agreement';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import card from '../../ui/card.module.css';
import page from '../../ui/page.module.css';
import { Tag } from '../../ui/tag.tsx';
import { agreementSearch } from '../admin-address.ts';
import { CsvImport } from '../csv-import.tsx';
import type { Column } from '../list/columns.ts';
import { DataTable } from '../list/data-table.tsx';

type Line = OrderLines['lines'][number];

/** Records the orders of a CSV file, after a preview of each line. */
export function ImportOrders() {
  const { t } = useTranslation();
  const formats = useFormats();
  const client = useQueryClient();
  return (
    <details className={card.card}>
      <summary>{t('admin.orders.title')}</summary>
      <CsvImport<OrderLines>
        confirm={({ recorded: count }) =>
          count === 0 ? null : t('admin.orders.record', { count, formatted: formats.number(count) })
        }
        hint={t('admin.orders.hint')}
        onDone={() => client.invalidateQueries({ queryKey: ['admin'] })}
        path="/admin/orders"
        report={(report) => <Report report={report} />}
      />
    </details>
  );
}

function Report({ report: { lines, recorded: count, preview } }: { report: OrderLines }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const columns: Column<Line>[] = [
    { id: 'line', header: t('admin.csv.line'), value: ({ line }) => formats.number(line) },
    {
      id: 'agreement',
      header: t('admin.agreements.number'),
      value: ({ id, agreement }) =>
        id === null ? agreement : <Link to={{ search: agreementSearch(id) }}>{agreement}</Link>,
    },
    { id: 'order', header: t('admin.orders.number'), value: ({ number }) => number },
    { id: 'date', header: t('admin.orders.date'), value: ({ date }) => date },
    { id: 'members', header: t('agreements.members'), value: ({ members }) => members.join(', ') },
    {
      id: 'result',
      header: t('admin.orders.result'),
      value: ({ result }) => (
        <Tag tone={result === 'recorded' ? 'good' : result === 'already' ? 'low' : 'urgent'}>
          {t(`admin.orders.results.${result}`)}
        </Tag>
      ),
    },
  ];
  return (
    <div className={page.stack}>
      <p>
        {t(preview ? 'admin.orders.would' : 'admin.orders.did', { count, formatted: formats.number(count) })}
      </p>
      <DataTable
        columns={columns}
        keyOf={({ line }) => String(line)}
        label={t('admin.orders.title')}
        rows={lines}
      />
    </div>
  );
}
