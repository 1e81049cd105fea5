import type { Report } from '@mutual-transfer/domain/administration/report';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import page from '../../ui/page.module.css';
import { Tag } from '../../ui/tag.tsx';
import type { Column } from '../list/columns.ts';
import { PersonLink } from '../list/person-link.tsx';

/** Returns the columns of reports: subject, reason, texts, reporter, decision. */
export function useReportColumns(onDecide: (report: Report) => void): Column<Report>[] {
  const { t } = useTranslation();
  const say = useMessages();
  const formats = useFormats();
  return [
    {
      id: 'teacher',
      header: t('adminReports.teacher'),
      value: ({ reported, reportsOfTeacher: count }) => (
        <>
          <PersonLink person={{ _id: reported._id ?? '', name: reported.name }} />
          <span className={page.soft}>
            {t('adminReports.times', { count, formatted: formats.number(count) })}
          </span>
        </>
      ),
    },
    {
      id: 'report',
      header: t('adminReports.report'),
      value: (report) => (
        <>
          <p>
            <strong>{say(`report.${report.reason}`)}</strong>
          </p>
          <Quotes report={report} />
        </>
      ),
    },
    {
      id: 'by',
      header: t('adminReports.by'),
      value: ({ reporter }) =>
        reporter === null ? (
          t('adminReports.gone')
        ) : (
          <PersonLink person={{ _id: reporter._id ?? '', name: reporter.name }} />
        ),
    },
    {
      id: 'when',
      header: t('admin.auditWhen'),
      value: ({ createdAt }) => <time dateTime={createdAt}>{formats.dateTime(createdAt)}</time>,
    },
    {
      id: 'decision',
      header: t('adminReports.decided'),
      value: (report) =>
        report.decision === null ? (
          <Button
            aria-label={`${t('adminReports.decide')}: ${report.reported.name}`}
            onClick={() => onDecide(report)}
          >
            {t('adminReports.decide')}
          </Button>
        ) : (
          <Tag tone={report.decision === 'upheld' ? 'good' : 'low'}>
            {t(`adminReports.${report.decision}`)}
          </Tag>
        ),
    },
  ];
}

/** Quoted text of a report or reply. */
function Quotes({ report: { words, requestText, alertText, decisionWords } }: { report: Report }) {
  const { t } = useTranslation();
  const written = [
    [t('adminReports.words'), words],
    [t('adminReports.request'), requestText],
    [t('adminReports.alert'), alertText],
    [t('adminReports.decisionWords'), decisionWords],
  ].filter(([, text]) => text !== null);
  if (written.length === 0) return null;
  return (
    <dl className={page.tight}>
      {written.map(([label, text]) => (
        <div key={label}>
          <dt className={page.soft}>{label}</dt>
          <dd className={card.text}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
