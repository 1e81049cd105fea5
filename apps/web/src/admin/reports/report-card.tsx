import type { Report } from '@mutual-transfer/domain/administration/report';
import { Link } from 'react-router';
import { useMessages, useTranslation } from '../../platform/i18n/language.tsx';
import { useFormats } from '../../platform/i18n/names.ts';
import { Button } from '../../ui/button.tsx';
import card from '../../ui/card.module.css';
import page from '../../ui/page.module.css';
import { Tag } from '../../ui/tag.tsx';
import { personSearch } from '../admin-address.ts';

/** Card of a report: subject, reason, text, reporter and decision. */
export function ReportCard({ report, onDecide }: { report: Report; onDecide: () => void }) {
  const { t } = useTranslation();
  const say = useMessages();
  const formats = useFormats();
  const { reporter, reported, reason, decision, reportsOfTeacher: times } = report;
  return (
    <article className={card.card}>
      <h3>
        <Link to={{ search: personSearch(reported._id ?? '') }}>{reported.name}</Link>
      </h3>
      <p>
        <strong>{say(`report.${reason}`)}</strong>
      </p>
      {decision !== null && (
        <div className={page.chips}>
          <Tag tone={decision === 'upheld' ? 'good' : 'low'}>{t(`adminReports.${decision}`)}</Tag>
        </div>
      )}
      <p className={page.soft}>
        {t('adminReports.times', { count: times, formatted: formats.number(times) })}
      </p>
      <Quotes report={report} />
      <p className={page.soft}>
        {t('adminReports.by')}{' '}
        {reporter === null ? (
          t('adminReports.gone')
        ) : (
          <Link to={{ search: personSearch(reporter._id ?? '') }}>{reporter.name}</Link>
        )}{' '}
        · {formats.dateTime(report.createdAt)}
      </p>
      {decision === null && (
        <div className={card.actions}>
          <Button aria-label={`${t('adminReports.decide')}: ${reported.name}`} onClick={onDecide}>
            {t('adminReports.decide')}
          </Button>
        </div>
      )}
    </article>
  );
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
    <dl className={page.near}>
      {written.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={card.text}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
