import { reportColumns } from '@mutual-transfer/domain/administration/list-columns';
import type { ReportList } from '@mutual-transfer/domain/administration/report';
import {
  listedReasons,
  newDecisionSchema,
  type Report,
  reportDecisions,
  reportKinds,
  reportStates,
} from '@mutual-transfer/domain/administration/report';
import { REPORT_ANSWER_MAXIMUM_LENGTH } from '@mutual-transfer/domain/constants';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { callApi } from '../platform/client.ts';
import { useMessages, useTranslation } from '../platform/i18n/language.tsx';
import { useFormats } from '../platform/i18n/names.ts';
import { Button } from '../ui/button.tsx';
import card from '../ui/card.module.css';
import chip from '../ui/chip.module.css';
import page from '../ui/page.module.css';
import { FocusedNotice } from '../ui/states.tsx';
import { Tag } from '../ui/tag.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { AdminList, useListPage } from './list/admin-list.tsx';
import { type Column, useColumns } from './list/columns.ts';
import { type Filter, useSpanFilters } from './list/filters.tsx';
import { withParameter } from './list/list-address.ts';
import { freshPageQuery } from './list/page-query.ts';
import { PersonLink } from './person-link.tsx';
import { Section } from './section.tsx';

/**
 * Dialog that decides a report with a message to both teachers, or a complaint with an answer to the member. Actions on an account are on
 * the teacher's page.
 */
function Decision({ report, onClose, onDone }: { report: Report; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { complaint } = report;
  return (
    <ActionDialog
      act={(body) => callApi(`/admin/reports/${report._id}/decision`, { method: 'POST', body })}
      failed={t('adminReports.failed')}
      fields={[
        {
          name: 'decision',
          kind: 'choice',
          label: t('adminReports.decision'),
          options: [
            { value: '', label: t('reports.choose') },
            ...reportDecisions.map((value) => ({ value, label: t(`adminReports.${value}`) })),
          ],
        },
        {
          name: 'words',
          kind: 'words',
          label: t(complaint ? 'adminReports.answerWords' : 'adminReports.decisionWords'),
          hint: t(complaint ? 'adminReports.answerHint' : 'adminReports.decisionHint'),
          maxLength: REPORT_ANSWER_MAXIMUM_LENGTH,
        },
      ]}
      initial={{ decision: '', words: '' }}
      onClose={onClose}
      onDone={async () => {
        await client.invalidateQueries({ queryKey: ['admin'] });
        onDone();
      }}
      schema={newDecisionSchema}
      submit={t(complaint ? 'adminReports.answerNow' : 'adminReports.decideNow')}
      title={
        complaint ? t('adminReports.answerTitle', { number: complaint.number }) : t('adminReports.decide')
      }
    >
      {complaint ? (
        <HowToAnswer {...complaint} />
      ) : (
        <p>{t('adminReports.decideText', { name: report.reported?.name ?? '' })}</p>
      )}
    </ActionDialog>
  );
}

/** Says where the answer goes: the product mails nothing to an address that no account has confirmed. */
function HowToAnswer({ name, contact, number }: NonNullable<Report['complaint']>) {
  const { t } = useTranslation();
  if (contact === null) return <p>{t('adminReports.answerText')}</p>;
  const subject = encodeURIComponent(t('adminReports.mailSubject', { number }));
  return (
    <>
      <p>{t('adminReports.answerVisitor', { name: name ?? '', contact })}</p>
      {contact.includes('@') && (
        <p>
          <a href={`mailto:${encodeURIComponent(contact)}?subject=${subject}`}>
            {t('adminReports.mail', { contact })}
          </a>
        </p>
      )}
    </>
  );
}

/** Returns the columns of reports: subject, reason, texts, reporter, decision. */
function useReportColumns(onDecide: (report: Report) => void): Column<Report>[] {
  const { t } = useTranslation();
  const say = useMessages();
  const formats = useFormats();
  return useColumns(reportColumns, {
    teacher: ({ reported, reportsOfTeacher: count }) =>
      reported === null ? (
        t('adminReports.site')
      ) : (
        <>
          <PersonLink person={{ _id: reported._id ?? '', name: reported.name }} />
          <span className={page.soft}>
            {t('adminReports.times', { count, formatted: formats.number(count) })}
          </span>
        </>
      ),
    report: (report) => (
      <>
        <p>
          <strong>{say(`report.${report.reason}`)}</strong>
        </p>
        {report.complaint && <p>{t('adminReports.number', { number: report.complaint.number })}</p>}
        <Quotes report={report} />
      </>
    ),
    by: ({ reporter, complaint }) =>
      reporter === null ? (
        <Visitor {...complaint} />
      ) : (
        <PersonLink person={{ _id: reporter._id ?? '', name: reporter.name }} />
      ),
    when: ({ createdAt }) => <time dateTime={createdAt}>{formats.dateTime(createdAt)}</time>,
    decision: (report) =>
      report.decision === null ? (
        <>
          {report.complaint && (
            <p className={page.soft}>
              {t('adminReports.dueBy', { time: formats.dateTime(report.complaint.dueAt) })}
            </p>
          )}
          <Button
            aria-label={`${t(report.complaint ? 'adminReports.answer' : 'adminReports.decide')}: ${report.complaint?.number ?? report.reported?.name}`}
            onClick={() => onDecide(report)}
          >
            {t(report.complaint ? 'adminReports.answer' : 'adminReports.decide')}
          </Button>
        </>
      ) : (
        <Tag tone={report.decision === 'upheld' ? 'good' : 'low'}>{t(`adminReports.${report.decision}`)}</Tag>
      ),
  });
}

/** A person without an account: a visitor who complained, or a reporter whose account is erased. */
function Visitor({ name, contact }: Partial<NonNullable<Report['complaint']>>) {
  const { t } = useTranslation();
  if (!name) return t('adminReports.gone');
  return (
    <>
      {t('adminReports.visitor', { name })} <span className={page.soft}>{contact}</span>
    </>
  );
}

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

const empty = {
  open: 'adminReports.noneOpen',
  decided: 'adminReports.noneDecided',
  all: 'adminReports.noneAll',
} as const;

/** Lists reports between teachers and complaints about the site: open ones, decided ones, or all. */
export function Reports({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const say = useMessages();
  const [parameters] = useSearchParams();
  const [deciding, setDeciding] = useState<Report>();
  const [notice, setNotice] = useState({ text: '' });
  const state = reportStates.find((one) => one === parameters.get('state')) ?? 'open';
  const reason: Filter = {
    kind: 'choice',
    name: 'reason',
    label: t('reports.reason'),
    options: listedReasons.map((one) => ({ value: one, label: say(`report.${one}`) })),
  };
  const kind: Filter = {
    kind: 'choice',
    name: 'kind',
    label: t('adminReports.kind'),
    options: reportKinds.map((one) => ({
      value: one,
      label: t(`adminReports.kinds.${one}`),
    })),
  };
  const list = useListPage({
    filters: [kind, reason, ...useSpanFilters()],
    otherNames: ['state'],
    queryOf: (search) => freshPageQuery<ReportList>(['admin', userId, 'reports'], '/admin/reports', search),
    rowsOf: ({ reports }) => reports,
  });
  const columns = useReportColumns(setDeciding);
  const close = () => setDeciding(undefined);
  const decided = () => {
    close();
    setNotice({ text: t(deciding?.complaint ? 'adminReports.answerDone' : 'adminReports.done') });
  };
  return (
    <Section id="reports" lead={t('adminReports.lead')} title={t('adminReports.title')}>
      <nav aria-label={t('adminReports.title')}>
        <ul className={page.chips}>
          {reportStates.map((name) => (
            <li key={name}>
              <Link
                aria-current={name === state ? 'page' : undefined}
                className={chip.chip}
                to={{ search: `${withParameter(parameters, 'state', name === 'open' ? '' : name)}` }}
              >
                {t(`adminReports.${name}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <FocusedNotice notice={notice} />
      <AdminList
        {...list}
        columns={columns}
        csv={{ path: '/admin/reports.csv' }}
        empty={t(empty[state])}
        keyOf={({ _id }) => _id}
        label={t('adminReports.title')}
      />
      {deciding && <Decision onClose={close} onDone={decided} report={deciding} />}
    </Section>
  );
}
