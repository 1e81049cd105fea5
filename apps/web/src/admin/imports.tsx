import type { JoiningLines, OrderLines } from '@mutual-transfer/domain/administration/office-agreement';
import { isDay } from '@mutual-transfer/domain/language/date-time';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import card from '../ui/card.module.css';
import { Facts } from '../ui/facts.tsx';
import page from '../ui/page.module.css';
import { Tag, type Tone } from '../ui/tag.tsx';
import admin from './admin.module.css';
import { AgreementLink } from './agreement-tables.tsx';
import { type Accepting, AcceptLine, CsvImport } from './csv-import.tsx';

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
  const listed = (of: readonly Line[], label: string) => (
    <ol aria-label={label} className={admin.lines}>
      {of.map((line) => (
        <ReadLine accepting={accepting} isPreview={preview} key={line.line} kind={kind} line={line} />
      ))}
    </ol>
  );
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
          {listed(unclear, look)}
        </>
      )}
      {clear.length > 0 && (
        <details>
          <summary>{fine}</summary>
          {listed(clear, fine)}
        </details>
      )}
    </div>
  );
}

/** Returns true for a line that is not recorded. */
function needsLook({ result }: Line): boolean {
  return result !== 'recorded' && result !== 'already';
}

interface ReadLineProps extends Omit<ResultProps, 'line'> {
  kind: Kind;
  line: Line;
}

/** A line of the file: its number, group, day and result, what needs a look, and folded the rest. */
function ReadLine({ kind, line, ...props }: ReadLineProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { id, group, agreement, date, typedDate } = line;
  const others = [
    ...(typedDate !== date ? [typedDate] : []),
    ...('typedMember' in line && line.member !== null && !['', line.member].includes(line.typedMember)
      ? [line.typedMember]
      : []),
  ];
  const details = [
    ...('members' in line && line.members.length > 0
      ? [[t('agreements.members'), line.members.join(', ')] as const]
      : []),
    ...others.map((text) => [t('admin.csv.inFile'), text] as const),
  ];
  return (
    <li>
      <p>
        <strong>{t('admin.csv.lineNumber', { number: formats.number(line.line) })}</strong>{' '}
        {id === null ? (
          <span className={admin.typed}>{agreement}</span>
        ) : (
          <AgreementLink id={id} number={group} />
        )}{' '}
        <span className={admin.typed}>
          {[
            'number' in line ? line.number : (line.member ?? line.typedMember),
            isDay(date) ? formats.date(date) : date,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
      <Result {...props} line={line} />
      {details.length > 0 && (
        <details open={line.marks.includes('other_name')}>
          <summary>{t('admin.csv.details')}</summary>
          <Facts facts={details} />
        </details>
      )}
    </li>
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
