import { csvHead, csvLine } from '@mutual-transfer/domain/administration/csv-lines';
import {
  DEFAULT_STAFF_SOURCE,
  STAFF_ROWS_DESCRIBED,
  type StaffListReport,
} from '@mutual-transfer/domain/administration/imports';
import { ADMIN_REASON_MAXIMUM_LENGTH } from '@mutual-transfer/domain/constants';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { saveAsFile } from '../platform/save-download.ts';
import button from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import card from '../ui/card.module.css';
import { FigureList } from '../ui/charts.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { TextField } from '../ui/fields/text-fields.tsx';
import page from '../ui/page.module.css';
import admin from './admin.module.css';
import { type Accepting, AcceptLine, CsvImport } from './csv-import.tsx';
import { PersonLink } from './person-link.tsx';
import { Section } from './section.tsx';
import { sectionSearch } from './sections.ts';

const figures = ['rows', 'matched', 'alreadyVerified', 'contradictions', 'notFound', 'unreadable'] as const;

/** Verification of teachers by the department's staff list. */
export function StaffList() {
  const { t } = useTranslation();
  const formats = useFormats();
  const client = useQueryClient();
  const [source, setSource] = useState('');
  const named = source.trim() === '' ? DEFAULT_STAFF_SOURCE : source.trim();
  return (
    <Section id="verification" lead={t('admin.staffList.lead')} title={t('admin.staffList.title')}>
      <div className={card.card}>
        <TextField
          autoComplete="off"
          description={t('admin.staffList.sourceHint')}
          label={t('admin.staffList.source')}
          maxLength={ADMIN_REASON_MAXIMUM_LENGTH}
          onChange={setSource}
          value={source}
        />
        <CsvImport<StaffListReport>
          confirm={({ matched }, accepted) => {
            const count = matched + accepted;
            return count === 0
              ? null
              : t('admin.staffList.confirm', { count, formatted: formats.number(count) });
          }}
          hint={t('admin.staffList.hint')}
          onDone={() => client.invalidateQueries({ queryKey: ['admin'] })}
          path={`/admin/verifications?${new URLSearchParams({ source: named })}`}
          report={(report, accepting) => <Report accepting={accepting} report={report} />}
        />
      </div>
    </Section>
  );
}

type Line = StaffListReport['lines'][number];

function Report({ report, accepting }: { report: StaffListReport; accepting: Accepting | undefined }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [reason, setReason] = useState('');
  const reasons = [...new Set(report.lines.flatMap((line) => lineReasons(line)))];
  const rows = report.lines.filter(
    (line) => reason === '' || lineReasons(line).some((one) => one === reason),
  );
  const tickable = rows.filter(({ canAccept }) => canAccept).map(({ line }) => line);
  const download = () =>
    saveAsFile(
      t('admin.staffList.correctionsFile'),
      new Blob(
        correctionsOf(rows, (line) =>
          lineReasons(line)
            .map((one) => t(`admin.staffList.${one}`))
            .join(', '),
        ),
      ),
    );
  return (
    <div className={page.stack}>
      <FigureList
        facts={figures.map((name) => [
          t(`admin.staffList.${name === 'matched' && !report.preview ? 'verified' : name}`),
          formats.number(report[name]),
        ])}
      />
      {!report.preview && (
        <Link
          className={`${button.soft} ${page.start}`}
          to={{ search: `${sectionSearch('users')}&isVerified=true` }}
        >
          {t('admin.staffList.next')}
        </Link>
      )}
      {report.lines.length > 0 && (
        <>
          <SelectField
            label={t('admin.staffList.outcome')}
            onChange={setReason}
            options={[
              { value: '', label: t('admin.staffList.allReasons') },
              ...reasons.map((one) => ({ value: one, label: t(`admin.staffList.${one}`) })),
            ]}
            value={reason}
          />
          <div className={page.row}>
            <Button onClick={download}>
              {t('admin.staffList.download', { count: rows.length, formatted: formats.number(rows.length) })}
            </Button>
            {accepting && tickable.length > 1 && (
              <Button onClick={() => accepting.add(tickable)}>
                {t('admin.staffList.tickAll', { formatted: formats.number(tickable.length) })}
              </Button>
            )}
          </div>
          <p className={page.soft}>
            {t('admin.staffList.downloadHint')}{' '}
            {report.lines.length === STAFF_ROWS_DESCRIBED &&
              t('admin.staffList.firstRows', { formatted: formats.number(STAFF_ROWS_DESCRIBED) })}
          </p>
          <ol aria-label={t('admin.staffList.lines')} className={admin.lines}>
            {rows.map((line) => (
              <li key={line.line}>
                <p>
                  <strong>{t('admin.csv.lineNumber', { number: formats.number(line.line) })}</strong>{' '}
                  <span className={admin.typed}>{line.name}</span>
                </p>
                {line.user && (
                  <p>
                    {t('admin.staffList.account')}: <PersonLink person={line.user} />
                  </p>
                )}
                <p>
                  {lineReasons(line)
                    .map((one) => t(`admin.staffList.${one}`))
                    .join(', ')}
                </p>
                {accepting && line.canAccept && <AcceptLine accepting={accepting} line={line.line} />}
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

/** Returns the lines of a CSV file of rows to correct. It can be sent as a staff list, which does not read its last column. */
export function correctionsOf(rows: readonly Line[], reasonOf: (line: Line) => string): string[] {
  return [
    csvHead(['Employee id', 'Name', 'Phone', 'District', 'To correct']),
    ...rows.map((line) => {
      const { employeeId, number, district } = line.listed;
      return csvLine([employeeId, line.name, number, district, reasonOf(line)]);
    }),
  ];
}

/** Returns the texts that say why a row verifies no teacher. */
function lineReasons({ outcome, name, differs }: Line) {
  const facts = differs.map((fact) => (fact === 'name' && name === '' ? 'noName' : fact));
  const texts = facts.map((fact) => `differs.${fact}` as const);
  return outcome === 'notFound' ? (['notFound', ...texts] as const) : texts;
}
