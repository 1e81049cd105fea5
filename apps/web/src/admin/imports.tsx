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
import { type Accepting, AcceptLine, CsvImport } from './csv-import.tsx';
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
        confirm={({ recorded }, accepted) => {
          const count = recorded + accepted;
          return count === 0 ? null : t(`admin.${kind}.record`, { count, formatted: formats.number(count) });
        }}
        hint={t(`admin.${kind}.hint`)}
        onDone={() => client.invalidateQueries({ queryKey: ['admin'] })}
        path={`/admin/${kind}`}
        report={(report, accepting) => <Lines accepting={accepting} kind={kind} report={report} />}
      />
    </details>
  );
}

interface LinesProps {
  kind: Kind;
  report: Report;
  accepting: Accepting | undefined;
}

/** Lines that need a look, and folded the others. */
function Lines({ kind, accepting, report: { lines, recorded: count, preview } }: LinesProps) {
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
      value: ({ id, group, agreement }) =>
        id === null ? (
          <span className={admin.typed}>{agreement}</span>
        ) : (
          <AgreementLink id={id} number={group} />
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
      header: t(kind === 'orders' ? 'admin.orders.date' : 'admin.agreements.dayOf.joined'),
      value: (line) => <ReadDate line={line} />,
    },
    {
      id: 'members',
      header: t('agreements.members'),
      value: (line) => <Members line={line} />,
    },
    {
      id: 'result',
      header: t('admin.orders.result'),
      value: (line) => <Result accepting={accepting} isPreview={preview} line={line} />,
    },
  ];
  return (
    <div className={page.stack}>
      <p>
        {preview && count === 0
          ? t('admin.csv.none')
          : t(`admin.${kind}.${preview ? 'would' : 'did'}`, { count, formatted: formats.number(count) })}
      </p>
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

/** Returns true for a line that is not recorded. */
function needsLook({ result }: Line): boolean {
  return result !== 'recorded' && result !== 'already';
}

/** The day as it was understood, and as it stands in the file if that differs. */
function ReadDate({ line: { date, typedDate } }: { line: Line }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (!isDay(date)) return <span className={admin.typed}>{date}</span>;
  return (
    <>
      <span>{formats.date(date)}</span>
      {typedDate !== date && <p className={page.soft}>{t('admin.csv.typed', { text: typedDate })}</p>}
    </>
  );
}

/** The members whom the line concerns, and the one in the file if that is another. */
function Members({ line }: { line: Line }) {
  const { t } = useTranslation();
  if ('members' in line) return line.members.join(', ');
  const isOther = line.member === null || line.marks.includes('other_name');
  return (
    <>
      <span>{line.member}</span>
      {isOther && line.typedMember !== '' && (
        <p className={page.soft}>{t('admin.csv.typed', { text: line.typedMember })}</p>
      )}
    </>
  );
}

const tones: Partial<Record<Line['result'], Tone>> = { recorded: 'good', already: 'low' };

interface ResultProps {
  line: Line;
  isPreview: boolean;
  accepting: Accepting | undefined;
}

/** Result of a line, the reasons why it needs a look, and the other joining date that it replaces or that takes precedence over it. */
function Result({ line, isPreview, accepting }: ResultProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { result, marks } = line;
  const isNew = result === 'recorded';
  const replaces = isNew || result === 'needs_look';
  return (
    <>
      <Tag tone={tones[result] ?? 'urgent'}>
        {t(`admin.orders.results.${isNew && isPreview ? 'recordable' : result}`)}
      </Tag>
      {'otherDay' in line && line.otherDay !== null && (
        <p>
          {t(`admin.joinings.${replaces ? 'replaces' : 'counts'}`, { date: formats.date(line.otherDay) })}
        </p>
      )}
      {marks.map((mark) => (
        <p key={mark}>{t(`admin.csv.marks.${mark}`)}</p>
      ))}
      {accepting && result === 'needs_look' && <AcceptLine accepting={accepting} line={line.line} />}
    </>
  );
}
