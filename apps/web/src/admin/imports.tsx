import type { JoiningLines, OrderLines } from '@mutual-transfer/domain/administration/office-agreement';
import { isDay } from '@mutual-transfer/domain/language/date-time';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import card from '../ui/card.module.css';
import page from '../ui/page.module.css';
import { Tag, type Tone } from '../ui/tag.tsx';
import admin from './admin.module.css';
import { AgreementLink } from './agreement-tables.tsx';
import { CsvImport } from './csv-import.tsx';
import type { Column } from './list/columns.ts';
import { DataTable } from './list/data-table.tsx';

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
  kind: Kind;
  report: Report;
}

/** Lines that need a look, and folded the others. */
function Lines({ kind, report: { lines, recorded: count, preview } }: LinesProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const unclear = lines.filter(needsLook);
  const clear = lines.filter((line) => !needsLook(line));
  const look = t('admin.csv.look', { number: formats.number(unclear.length) });
  const fine = t('admin.csv.fine', { number: formats.number(clear.length) });
  const columns: Column<Line>[] = [
    {
      id: 'line',
      header: t('admin.csv.line'),
      value: ({ line }) => t('admin.csv.lineNumber', { number: formats.number(line) }),
    },
    {
      id: 'agreement',
      header: t('admin.agreements.number'),
      value: ({ id, agreement }) =>
        id === null ? <span className={admin.typed}>{agreement}</span> : <AgreementLink id={id} />,
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
      value: ({ date }) => (isDay(date) ? formats.date(date) : <span className={admin.typed}>{date}</span>),
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
      {unclear.length > 0 && (
        <>
          <h3>{look}</h3>
          <DataTable columns={columns} keyOf={keyOf} label={look} rows={unclear} />
        </>
      )}
      {clear.length > 0 && (
        <details>
          <summary>{fine}</summary>
          <DataTable columns={columns} keyOf={keyOf} label={fine} rows={clear} />
        </details>
      )}
    </div>
  );
}

const keyOf = ({ line }: Line) => String(line);

/** Returns true for a line that is not recorded, or that concerns a member with another day of joining. */
function needsLook(line: Line): boolean {
  const isDone = line.result === 'recorded' || line.result === 'already';
  return !isDone || ('otherDay' in line && line.otherDay !== null);
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
