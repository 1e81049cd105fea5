import type { JoiningLines, OrderLines } from '@mutual-transfer/domain/administration/office-agreement';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import card from '../../ui/card.module.css';
import page from '../../ui/page.module.css';
import { Tag, type Tone } from '../../ui/tag.tsx';
import admin from '../admin.module.css';
import { CsvImport } from '../files/csv-import.tsx';
import type { Column } from '../list/columns.ts';
import { DataTable } from '../list/data-table.tsx';
import { agreementSearch } from '../sections/admin-address.ts';

/** Number of last characters of an agreement's id that its papers print as the agreement number. */
const NUMBER_LENGTH = 8;

type Kind = 'orders' | 'joinings';
type Report = OrderLines | JoiningLines;
type Line = Report['lines'][number];

/** Imports orders or joinings from a CSV file, after a preview of each line. */
export function Import({ kind }: { kind: Kind }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const client = useQueryClient();
  return (
    <details className={card.card}>
      <summary>{t(`admin.${kind}.title`)}</summary>
      <CsvImport<Report>
        confirm={({ recorded: count }) =>
          count === 0 ? null : t(`admin.${kind}.record`, { count, formatted: formats.number(count) })
        }
        hint={t(`admin.${kind}.hint`)}
        onDone={() => client.invalidateQueries({ queryKey: ['admin'] })}
        path={`/admin/${kind}`}
        report={(report) => <Lines kind={kind} report={report} />}
      />
    </details>
  );
}

interface LinesProps {
  readonly kind: Kind;
  readonly report: Report;
}

function Lines({ kind, report: { lines, recorded: count, preview } }: LinesProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const columns: Column<Line>[] = [
    { id: 'line', header: t('admin.csv.line'), value: ({ line }) => formats.number(line) },
    {
      id: 'agreement',
      header: t('admin.agreements.number'),
      value: ({ id, agreement }) =>
        id === null ? (
          <span className={admin.typed}>{agreement}</span>
        ) : (
          <Link to={{ search: agreementSearch(id) }}>{id.slice(-NUMBER_LENGTH).toUpperCase()}</Link>
        ),
    },
    ...(kind === 'orders'
      ? [
          {
            id: 'order',
            header: t('admin.orders.number'),
            value: (line: Line) => 'number' in line && <span className={admin.typed}>{line.number}</span>,
          },
        ]
      : []),
    {
      id: 'date',
      header: t(kind === 'orders' ? 'admin.orders.date' : 'admin.agreements.joinedOn'),
      value: ({ date }) => <time>{date}</time>,
    },
    {
      id: 'members',
      header: t('agreements.members'),
      value: (line) => ('members' in line ? line.members.join(', ') : line.member),
    },
    {
      id: 'result',
      header: t('admin.orders.result'),
      value: (line) => <Result isPreview={preview} line={line} />,
    },
  ];
  return (
    <div className={page.stack}>
      <p>{t(`admin.${kind}.${preview ? 'would' : 'did'}`, { count, formatted: formats.number(count) })}</p>
      <DataTable
        columns={columns}
        keyOf={({ line }) => String(line)}
        label={t(`admin.${kind}.title`)}
        rows={lines}
      />
    </div>
  );
}

const tones: Partial<Record<Line['result'], Tone>> = { recorded: 'good', already: 'low' };

/** Result of a line, and the other joining date that it replaces or that takes precedence over it. */
function Result({ line, isPreview }: { line: Line; isPreview: boolean }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { result } = line;
  const isNew = result === 'recorded';
  return (
    <>
      <Tag tone={tones[result] ?? 'urgent'}>
        {t(`admin.orders.results.${isNew && isPreview ? 'recordable' : result}`)}
      </Tag>
      {'otherDay' in line && line.otherDay !== null && (
        <p>{t(`admin.joinings.${isNew ? 'replaces' : 'counts'}`, { date: formats.date(line.otherDay) })}</p>
      )}
    </>
  );
}
